// The server of this page: its calls, and its stream of events.

/** An answer of the server that is an error. `message` and `remedy` are for the user. */
class ServerError extends Error {
  constructor({ code, message, remedy }) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}

const retryMilliseconds = 1000;

export class Server {
  /** `onEvent` gets each event of the stream; `onPresence` true or false when the server comes or goes. */
  constructor(onEvent, onPresence) {
    this.onEvent = onEvent;
    this.onPresence = onPresence;
    this.isPresent = true;
    /** Calls wait for the token of the session. */
    this.token = new Promise((resolve) => { this.begin = resolve; });
  }

  /** Reads the session and opens the stream of events. */
  async start() {
    const { token } = await this.contents(await fetch("/api/session"));
    this.begin(token);
    this.listen();
  }

  /**
   * Calls the server.
   * @throws {ServerError} also if the server is gone, with the code `gone`
   */
  async call(name, body = {}) {
    return this.contents(await this.post(name, body));
  }

  async post(name, body) {
    const token = await this.token;
    try {
      const answer = await fetch(`/api/${name}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Studio-Token": token },
        body: JSON.stringify(body),
      });
      this.presence(true);
      return answer;
    } catch {
      this.presence(false);
      throw new ServerError({ code: "gone", message: "The studio does not answer." });
    }
  }

  async contents(answer) {
    let contents;
    try {
      contents = await answer.json();
    } catch {
      throw new ServerError({ code: "gone", message: "The answer of the studio is not complete." });
    }
    if (!answer.ok) throw new ServerError(contents.error ?? { code: "unknown", message: `The studio answered ${answer.status}.` });
    return contents;
  }

  presence(isPresent) {
    if (isPresent === this.isPresent) return;
    this.isPresent = isPresent;
    this.onPresence(isPresent);
  }

  /** Reads the stream, and opens it again when it breaks. */
  async listen() {
    for (;;) {
      try {
        const answer = await this.post("events", {});
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        for await (const line of lines(answer.body)) this.receive(line);
      } catch {
        this.presence(false);
      }
      await new Promise((resume) => setTimeout(resume, retryMilliseconds));
    }
  }

  receive(line) {
    this.presence(true);
    const event = JSON.parse(line);
    if (event.event !== "alive") this.onEvent(event);
  }
}

async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) if (part.trim() !== "") yield part;
  }
}
