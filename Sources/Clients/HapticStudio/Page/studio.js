// Puts the page together and starts it.
import { Appearance } from "./appearance.js";
import { Clipboard } from "./clipboard.js";
import { Colors } from "./colors.js";
import { Commands } from "./commands.js";
import { Computation } from "./computation.js";
import { Desk } from "./desk.js";
import { Document } from "./document.js";
import { Editor } from "./editor.js";
import { at, download } from "./elements.js";
import { EventTable } from "./event-table.js";
import { Exports } from "./exports.js";
import { Files } from "./files.js";
import { FindingList } from "./finding-list.js";
import { Heads } from "./heads.js";
import { HelpDialog } from "./help-dialog.js";
import { drawIcons } from "./icons.js";
import { Inspector } from "./inspector.js";
import { Keys } from "./keys.js";
import { Library } from "./library.js";
import { MotorMenu, Motors } from "./motor-menu.js";
import { Notice } from "./notice.js";
import { Player } from "./player.js";
import { Pointer } from "./pointer.js";
import { Selection } from "./selection.js";
import { Server } from "./server.js";
import { Signals } from "./signals.js";
import { Snap } from "./snap.js";
import { Sound } from "./sound.js";
import { Tabs } from "./tabs.js";
import { TextPane } from "./text-pane.js";
import { Timeline } from "./timeline.js";
import { Tip } from "./tip.js";
import { Tools } from "./tools.js";
import { Versions } from "./versions.js";
import { View } from "./view.js";
import { WhyPane } from "./why-pane.js";

export const desk = new Desk();

function makeState() {
  desk.signals = new Signals();
  desk.live = at("live");
  desk.colors = new Colors();
  desk.heads = new Heads(desk.colors);
  desk.view = new View(desk.signals);
  desk.snap = new Snap(desk);
  desk.motors = new Motors();
  desk.notice = new Notice(at("notice"));
  desk.versions = new Versions(new Document(), desk.signals);
  desk.server = new Server(receive, presence);
  desk.computation = new Computation(desk.server);
  desk.editor = new Editor(desk);
  desk.commands = new Commands(desk);
  desk.selection = new Selection(desk);
  desk.clipboard = new Clipboard(desk);
  desk.exports = new Exports(desk);
  desk.help = new HelpDialog();
}

function makeParts() {
  drawIcons();
  desk.sound = new Sound(desk, {
    tools: at("sound-tools"), name: at("sound-name"), sensitivity: at("sensitivity"), analyze: at("analyze"), close: at("sound-close"),
    onsets: at("snap-onsets"),
  });
  desk.timeline = new Timeline(desk, at("stage"), at("canvas"));
  desk.tip = new Tip(desk, at("tip"));
  desk.player = new Player(desk, { button: at("play"), loop: at("loop"), rate: at("rate") });
  desk.files = new Files(desk, { input: at("file-input"), name: at("file-name"), state: at("file-state"), drop: at("drop") });
  desk.library = new Library(desk, {
    title: at("library-title"), search: at("library-search"), list: at("library-list"), narrowPane: at("pane-library"),
  });
  desk.motorMenu = new MotorMenu(desk, at("motor-button"), at("motor-menu"));
  desk.inspector = new Inspector(desk, at("inspector"));
  const tabs = new Tabs(desk, at("tabs"));
  desk.findings = new FindingList(desk, at("pane-findings"), at("finding-count"));
  desk.table = new EventTable(desk, at("pane-table"));
  desk.textPane = new TextPane(desk, at("pane-text"), (name) => tabs.show(name));
  desk.why = new WhyPane(desk, at("pane-why"));
  new Pointer(desk);
  new Keys(desk, at("stage"));
  new Tools(desk);
  new Appearance(at("appearance"), () => {
    desk.colors.read();
    desk.signals.emit("colors");
  });
}

/** An event of the server. */
function receive(event) {
  if (event.event === "finished") desk.player.ended(event);
  else if (event.event === "changed") desk.files.changedOnDisk(event.file);
}

/** The server has gone or come back. Nothing in the page is lost. */
function presence(isPresent) {
  if (isPresent) {
    desk.notice.hide("gone");
    desk.editor.refresh();
    return;
  }
  desk.player.finish();
  desk.notice.show(
    { message: "The studio has ended.", remedy: "Your pattern is still here. Download it; start the studio again with: hapticctl studio" },
    { key: "gone", actions: [{ words: "Download", run: () => download(desk.document.name, desk.document.text) }] });
}

async function readMotors() {
  desk.motors.adopt(await desk.server.call("motors"));
  desk.signals.emit("motors", "plots");
  desk.editor.refresh();
}

async function start() {
  makeState();
  makeParts();
  try {
    await desk.server.start();
    await readMotors();
    const target = await desk.library.read();
    const isNew = !target.files.some((each) => each.file === target.open);
    if (!target.open) desk.fit();
    else if (isNew) await desk.files.create(target.open);
    else await desk.files.open({ file: target.open });
  } catch (error) {
    desk.notice.show(error);
  }
  document.documentElement.dataset.ready = "yes";
  at("stage").focus({ preventScroll: true });
}

start();
