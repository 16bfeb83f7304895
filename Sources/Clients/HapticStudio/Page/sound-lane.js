// The waveform of a sound, with its onsets.
import { shape, through } from "./drawing.js";

export class SoundLane {
  constructor(desk) {
    Object.assign(this, { desk, role: "sound", least: 48, most: 80, above: 20 });
  }

  draw(pen, area) {
    const { colors, sound, snap } = this.desk;
    area.title(pen, colors, "sound", "onsets");
    const middle = area.top + area.height / 2;
    shape(pen, { line: colors.grid }, () => through(pen, [area.left, middle], [area.right, middle]));
    const { peaks, step } = sound.shown;
    area.clipped(pen, 0, () => {
      pen.fillStyle = colors.sound;
      const width = Math.max(step / area.perPixel, 1);
      const first = Math.max(Math.floor(area.view.from / step), 0);
      const last = Math.min(Math.ceil(area.view.to / step), peaks.length);
      for (let index = first; index < last; index++) {
        const half = Math.max(peaks[index] * area.height / 2, 0.5);
        pen.fillRect(area.x(index * step), middle - half, width, 2 * half);
      }
      pen.globalAlpha = 0.8;
      shape(pen, { line: colors.merged }, () => {
        for (const onset of snap.onsets) through(pen, [area.x(onset), area.top], [area.x(onset), area.bottom]);
      });
      pen.globalAlpha = 1;
    });
  }
}
