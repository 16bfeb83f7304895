// A control over time: its curves with their points, and its parameters.
import { circle, shape } from "./drawing.js";
import { controlPieces, controlRule } from "./pattern.js";

/** The distance in pixels at which points have their full size. */
const pointDistance = 9;

export class ControlLane {
  constructor(desk, control) {
    Object.assign(this, { desk, control, rule: controlRule(control), role: "control", least: 60, most: 100, above: 22 });
  }

  draw(pen, area) {
    const { colors, document } = this.desk;
    const { rule } = this;
    const labels = [{ value: rule.least, label: String(rule.least) }];
    if (rule.least < 0) labels.push({ value: 0, label: "0" }, { value: rule.most, label: `+${rule.most}` });
    else labels.push({ value: rule.most, label: String(rule.most) });
    area.scale(pen, colors, labels.map((each) => ({ ...each, isBase: each.value === rule.initial })));
    area.title(pen, colors, rule.name, "curve");
    const pieces = controlPieces(document.shownModel, this.control);
    const radius = this.radius(area, pieces);
    area.clipped(pen, 8, () => {
      shape(pen, { line: colors.accent, width: 1.75, join: "round" }, () => this.trace(pen, area, pieces));
      for (const piece of pieces) {
        for (const point of piece.points) this.point(pen, area, point, piece, document.chosen.has(point.id) ? 5.5 : radius);
      }
    });
  }

  /** Points that are close together are drawn smaller, so that the curve stays visible. */
  radius(area, pieces) {
    const isShown = (point) => point.time >= area.view.from && point.time <= area.view.to;
    const count = pieces.reduce((sum, piece) => sum + piece.points.filter(isShown).length, 0);
    return count * pointDistance > area.width ? 2 : 4.5;
  }

  trace(pen, area, pieces) {
    pieces.forEach((piece, index) => {
      if (piece.points.length === 0) return;
      const end = pieces[index + 1]?.from ?? Infinity;
      const points = piece.points.filter((point) => point.time <= end);
      const shown = points.length > 0 ? points : [piece.points[0]];
      pen.moveTo(area.x(piece.from), area.y(shown[0].value));
      for (const point of shown) pen.lineTo(area.x(point.time), area.y(point.value));
      pen.lineTo(Math.min(area.x(end), area.right), area.y(shown.at(-1).value));
    });
  }

  point(pen, area, point, piece, radius) {
    const { accent, ink, surface } = this.desk.colors;
    const [x, y] = [area.x(point.time), area.y(point.value)];
    const [fill, line] = radius > 5 ? [accent, ink] : [surface, accent];
    shape(pen, { fill, line, width: Math.min(radius, 2), join: "round" }, () => {
      if (piece.curve) circle(pen, x, y, radius);
      else pen.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    });
  }

  hit(area, x, y, reach) {
    let best = null;
    for (const { points } of controlPieces(this.desk.document.model, this.control)) {
      for (const point of points) {
        const distance = Math.hypot(area.x(point.time) - x, area.y(point.value) - y);
        if (distance <= reach && distance < (best?.distance ?? Infinity)) best = { id: point.id, part: "body", distance };
      }
    }
    return best;
  }
}
