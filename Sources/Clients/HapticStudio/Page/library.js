// The pattern and sound files of the folder, and the feedbacks of the theme.
import { button, element } from "./elements.js";
import { icon } from "./icons.js";

export class Library {
  constructor(desk, { title, search, list, narrowPane }) {
    Object.assign(this, { desk, title, search, list, narrowPane, wide: list.parentElement });
    search.addEventListener("input", () => this.update());
    this.narrow = matchMedia("(max-width: 1180px)");
    this.narrow.addEventListener("change", () => this.settle());
    desk.signals.on(["files", "versions"], () => this.update());
    this.contents = { files: [], feedbacks: [] };
    this.settle();
  }

  /** On a narrow screen, the list is one of the tabs. */
  settle() {
    (this.narrow.matches ? this.narrowPane : this.wide).append(this.title, this.search.parentElement, this.list);
  }

  async read() {
    const contents = await this.desk.call("list");
    if (!contents) return this.contents;
    this.contents = contents;
    const { kind, title, folder, message } = contents;
    this.title.textContent = kind === "theme" ? title : folder?.split("/").at(-1) || title;
    if (message) this.desk.notice.show({ message, remedy: "The files can be edited nevertheless." });
    this.desk.signals.emit("files");
    return contents;
  }

  update() {
    const sought = this.search.value.trim().toLowerCase();
    const { files, feedbacks } = this.contents;
    const hasWord = (...words) => words.some((word) => word?.toLowerCase().includes(sought));
    const groups = [];
    const rows = files.filter((each) => hasWord(each.file)).map((each) => this.file(each));
    if (rows.length > 0) groups.push(this.group(feedbacks.length > 0 ? "files" : "", rows));
    for (const [category, list] of Map.groupBy(feedbacks, (each) => each.category)) {
      const named = list.filter((each) => hasWord(each.name, each.pattern)).map((each) => this.feedback(each));
      if (named.length > 0) groups.push(this.group(category, named));
    }
    const words = sought ? "Nothing has this name." : "The folder has no pattern yet.";
    this.list.replaceChildren(...(groups.length > 0 ? groups : [element("p", { className: "calm" }, words)]));
  }

  group(title, rows) {
    const heading = title ? element("li", {}, element("h3", {}, title)) : null;
    return element("ul", { className: "items" }, heading, ...rows.map((row) => element("li", {}, row)));
  }

  feedback(each) {
    const isShown = this.desk.files.source === `feedback:${each.name}`;
    const note = each.silent ? "silent" : each.pattern !== each.name ? each.pattern : each.file ? "own" : "";
    const name = element("span", { className: "label" }, each.name);
    const title = each.silent ? "silent on purpose" : `${each.name}: ${each.pattern} of the theme ${each.theme}`;
    const onclick = () => this.desk.files.open({ feedback: each.name });
    return button({ disabled: each.silent, ariaCurrent: isShown, title, onclick }, name, element("small", {}, note));
  }

  file(each) {
    const isShown = this.desk.document.file === each.file;
    const isSound = each.format === "sound";
    const name = element("span", { className: "label" }, each.file);
    const onclick = () => (isSound ? this.desk.sound : this.desk.files).open({ file: each.file });
    return button({ ariaCurrent: isShown, onclick }, icon(isSound ? "sound" : "file"), name);
  }
}
