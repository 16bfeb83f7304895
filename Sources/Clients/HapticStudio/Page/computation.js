// The requests that read, edit and compute a pattern, one at a time. An edit is never dropped; of the previews and views
// that wait, only the latest is sent.

export class Computation {
  constructor(server) {
    this.server = server;
    this.edits = [];
    this.latest = null;
    this.isBusy = false;
    this.id = 0;
  }

  /**
   * Queues an edit. `body()` is called when its turn comes, so that it starts from the text of the edit before; null skips it.
   * `done` gets the answer, `failed` an error.
   */
  edit(job) {
    this.edits.push(job);
    if (!this.hasNeededView) this.latest = null;
    this.run();
  }

  /** Replaces the waiting preview or view. A view has `isNeeded()`: whether the present model is that of another text. */
  preview(job) {
    if (!job.isNeeded && this.hasNeededView) this.edits.push(this.latest);
    this.latest = job;
    this.run();
  }

  /** Whether a view waits that gets the model from which the next edit starts. */
  get hasNeededView() { return this.latest?.isNeeded?.() ?? false; }

  async run() {
    if (this.isBusy) return;
    this.isBusy = true;
    for (let job = this.next(); job; job = this.next()) await this.perform(job);
    this.isBusy = false;
  }

  next() {
    if (this.edits.length > 0 && !this.hasNeededView) return this.edits.shift();
    const job = this.latest;
    this.latest = null;
    return job;
  }

  async perform(job) {
    try {
      const body = job.body();
      if (!body) return;
      const answer = await this.server.call("compute", { ...body, id: ++this.id });
      job.done(answer);
    } catch (error) {
      job.failed(error);
    }
  }
}
