// A control over time: its curves with their points, and its parameters.
import { controlPieces, controlRule } from "./pattern.js";

/** The distance in pixels at which points have their full size. */
const pointDistance = 9;

export class ControlLane {
  constructor(desk, control) {
    this.desk = desk;
    this.control = control;
    this.rule = controlRule(control);
    this.role = "control";
    [this.least, this.most] = [60, 100];
    this.above = 22;
  }

  draw(pen, area) {
    const { colors, versions } = this.desk;
    const { rule } = this;
    const document = versions.shown;
    const labels = [{ value: rule.least, label: String(rule.least) }];
    if (rule.least < 0) labels.push({ value: 0, label: "0" }, { value: rule.most, label: `+${rule.most}` });
    else labels.push({ value: rule.most, label: String(rule.most) });
    area.scale(pen, colors, labels.map((each) => ({ ...each, isBase: each.value === rule.initial })), rule.least, rule.most);
    area.title(pen, colors, rule.name, "curve");
    const pieces = controlPieces(document.shownModel, this.control);
    const radius = this.radius(area, pieces);
    area.clipped(pen, 8, () => {
      this.line(pen, area, pieces, rule);
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

  line(pen, area, pieces, rule) {
    pen.strokeStyle = this.desk.colors.accent;
    pen.lineWidth = 1.75;
    pen.lineJoin = "round";
    pen.beginPath();
    pieces.forEach((piece, index) => {
      if (piece.points.length === 0) return;
      const end = pieces[index + 1]?.from ?? Infinity;
      const points = piece.points.filter((point) => point.time <= end);
      const shown = points.length > 0 ? points : [piece.points[0]];
      pen.moveTo(area.x(piece.from), area.y(shown[0].value, rule.least, rule.most));
      for (const point of shown) pen.lineTo(area.x(point.time), area.y(point.value, rule.least, rule.most));
      pen.lineTo(Math.min(area.x(end), area.right), area.y(shown.at(-1).value, rule.least, rule.most));
    });
    pen.stroke();
  }

  point(pen, area, point, piece, radius) {
    const { colors } = this.desk;
    const [x, y] = [area.x(point.time), area.y(point.value, this.rule.least, this.rule.most)];
    pen.beginPath();
    const isChosen = radius > 5;
    if (piece.curve) pen.arc(x, y, radius, 0, 2 * Math.PI);
    else pen.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    pen.fillStyle = isChosen ? colors.accent : colors.surface;
    pen.fill();
    pen.lineWidth = Math.min(radius, 2);
    pen.strokeStyle = isChosen ? colors.ink : colors.accent;
    pen.stroke();
  }

  hit(area, x, y, reach) {
    let best = null;
    for (const piece of controlPieces(this.desk.versions.shown.model, this.control)) {
      for (const point of piece.points) {
        const distance = Math.hypot(area.x(point.time) - x, area.y(point.value, this.rule.least, this.rule.most) - y);
        if (distance <= reach && distance < (best?.distance ?? Infinity)) best = { id: point.id, part: "body", distance };
      }
    }
    return best;
  }
}
