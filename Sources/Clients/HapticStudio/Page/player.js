// Plays the shown version on the device, once or in a loop, the whole pattern or the range.
import { icon } from "./icons.js";

export class Player {
  constructor(desk, { button, loop, rate }) {
    Object.assign(this, { desk, button, loopButton: loop, rateField: rate, playback: null, isLooping: false });
    button.addEventListener("click", () => this.toggle());
    loop.addEventListener("click", () => this.switchLoop());
    rate.addEventListener("change", () => this.restart());
    desk.signals.on(["versions"], () => this.restart());
  }

  get rate() { return Number(this.rateField.value); }

  toggle() { return this.playback ? this.stop() : this.play(); }

  async play() {
    const { desk } = this;
    const { document } = desk;
    const from = desk.range?.from ?? 0;
    const to = desk.range?.to ?? null;
    const answer = await desk.call("play", {
      text: document.text, device: desk.motors.device, intensity: 1, rate: this.rate, from, to, loop: this.isLooping,
    });
    if (!answer) return this.finish();
    this.begin(answer, from, to ?? Math.max(document.model.duration, 0.05));
    // Nothing is said over the vibration.
    desk.say("");
  }

  begin({ playback }, from, to) {
    Object.assign(this, { playback, from, to, started: performance.now() });
    this.show();
    // A start during a playback must not draw each picture twice.
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.advance());
  }

  async stop() {
    this.finish();
    await this.desk.call("stop");
  }

  /** Plays again, with another rate or version. */
  restart() {
    if (this.playback) this.play();
  }

  /** The daemon has ended a playback. */
  ended({ playback, words, end }) {
    if (playback !== this.playback) return;
    this.finish();
    if (end !== "ended" && end !== "stopped" && words) this.desk.notice.show({ message: words });
  }

  finish() {
    this.playback = null;
    this.desk.timeline.playhead = null;
    this.desk.signals.emit("cursor");
    this.show();
  }

  advance() {
    if (!this.playback) return;
    const length = this.to - this.from;
    const passed = (performance.now() - this.started) / 1000 * this.rate;
    const isOver = passed > length && !this.isLooping;
    this.desk.timeline.playhead = isOver ? null : this.from + passed % length;
    this.desk.timeline.draw();
    this.frame = requestAnimationFrame(() => this.advance());
  }

  switchLoop() {
    this.isLooping = !this.isLooping;
    this.loopButton.setAttribute("aria-pressed", this.isLooping);
    this.desk.say(this.isLooping ? "Loop on" : "Loop off");
    this.restart();
  }

  nextRate() {
    const { rateField } = this;
    rateField.selectedIndex = (rateField.selectedIndex + 1) % rateField.length;
    this.desk.say(`Rate ${rateField.value}`);
    this.restart();
  }

  show() {
    const isPlaying = this.playback !== null;
    this.button.replaceChildren(icon(isPlaying ? "stop" : "play"), isPlaying ? "Stop" : "Play");
  }
}
