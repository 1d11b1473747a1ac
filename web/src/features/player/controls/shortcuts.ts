/** Keyboard shortcuts of the player: one table for commands, help and `aria-keyshortcuts`. */
import { systemClock, type Clock } from '../../../lib/clock.ts';
import { seekRepeatedly } from './hold-to-seek.ts';
import type { Player } from '../core/player.ts';
import { SKIP_SECONDS } from '../core/rules.ts';
import { shortcutTexts } from '../panels/panel-texts.ts';

/** A command that has keys. */
export type ShortcutName =
  | 'toggle'
  | 'rewind'
  | 'skip'
  | 'next'
  | 'previous'
  | 'mute'
  | 'fullscreen'
  | 'captions'
  | 'slower'
  | 'faster'
  | 'tenth'
  | 'help';

/** A row in the help. */
export interface Shortcut {
  readonly name: ShortcutName;
  /** `KeyboardEvent.key`. */
  readonly keys: readonly string[];
  readonly text: string;
}

const row = (name: ShortcutName, ...keys: readonly string[]): Shortcut => ({ name, keys, text: shortcutTexts[name] });

/** All shortcuts, in the order of the help. */
export const shortcutTable: readonly Shortcut[] = [
  row('toggle', 'k', ' '),
  row('rewind', 'j', 'ArrowLeft'),
  row('skip', 'l', 'ArrowRight'),
  row('previous', 'p'),
  row('next', 'n'),
  row('mute', 'm'),
  row('fullscreen', 'f'),
  row('captions', 'c'),
  row('slower', '<'),
  row('faster', '>'),
  row('tenth', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'),
  row('help', '?'),
];

const ariaNames: Readonly<Record<string, string>> = { ' ': 'Space' };

/** The keys of a command, in the format of `aria-keyshortcuts`. */
export const ariaKeys = (name: ShortcutName): string =>
  (shortcutTable.find((each) => each.name === name)?.keys ?? []).map((key) => ariaNames[key] ?? key).join(' ');

const nameOfKey = new Map(shortcutTable.flatMap(({ name, keys }) => keys.map((key) => [key, name] as const)));

/**
 * Elements that use these keys themselves while focused. A range input is not among them: it handles the arrow keys and
 * prevents their default.
 */
const OWN_KEYS = [
  'input:not([type="range"])',
  'select',
  'textarea',
  '[contenteditable]:not([contenteditable="false"])',
  ...['slider', 'tab', 'menu', 'menuitem', 'listbox', 'option'].map((role) => `[role="${role}"]`),
].join();
/** Elements in which `?` is typed. */
const TEXT_ENTRY =
  'input:not([type="range"], [type="checkbox"], [type="radio"]), textarea, ' +
  '[contenteditable]:not([contenteditable="false"])';
/** Elements that Space presses. */
const PRESSED_BY_SPACE = 'button, summary, a[href], [role="button"], [role="switch"]';
const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** The view that the shortcuts control. */
export interface ShortcutTarget {
  readonly toggleFullscreen: () => void;
  /** The element of the full player: keys in another dialog are not for the player. Null for the mini player. */
  readonly frame: () => HTMLElement | null;
  /** @default the browser's */
  readonly clock?: Clock;
}

/** Whether a key that was pressed on `focused` is for the player. The help opens in every control of the page. */
const isOurs = (name: ShortcutName, key: string, focused: Element | null, frame: HTMLElement | null): boolean => {
  if (name === 'help' && focused?.closest(TEXT_ENTRY)) return false;
  const isUsed = focused?.closest(OWN_KEYS) || (key === ' ' && focused?.closest(PRESSED_BY_SPACE));
  if (name !== 'help' && isUsed) return false;
  const dialog = focused?.closest(DIALOG);
  return !dialog || (frame !== null && (dialog.contains(frame) || frame.contains(dialog)));
};

/** Listens for the keys of the player until the returned function is called. */
export const listenForShortcuts = (
  player: Player,
  { toggleFullscreen, frame, clock = systemClock }: ShortcutTarget,
  target: Document = document,
): (() => void) => {
  const commands: Readonly<Record<ShortcutName, (key: string) => void>> = {
    toggle: player.toggle,
    rewind: () => player.skip(-SKIP_SECONDS),
    skip: () => player.skip(SKIP_SECONDS),
    next: player.next,
    previous: player.previous,
    mute: player.toggleMute,
    fullscreen: toggleFullscreen,
    captions: player.toggleCaptions,
    slower: () => player.stepRate(-1),
    faster: () => player.stepRate(1),
    tenth: (key) => player.seek((player.position.get().duration * Number(key)) / 10),
    help: () => player.showPanel(player.state.get().panel === 'shortcuts' ? null : 'shortcuts'),
  };
  /** Stops the effect of a held key. */
  let release: (() => void) | null = null;
  const onRelease = () => {
    release?.();
    release = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !player.preferences.get().shortcuts)
      return;
    const name = nameOfKey.get(event.key);
    // Shift counts only for characters that need it, such as `?`.
    if (name === undefined || (event.shiftKey && /^[\w ]/.test(event.key)) || player.state.get().item === null) return;
    if (!isOurs(name, event.key, event.target instanceof Element ? event.target : null, frame())) return;
    event.preventDefault();
    if (event.repeat && (name === 'rewind' || name === 'skip'))
      release ??= seekRepeatedly(player, clock, name === 'skip' ? 1 : -1);
    else commands[name](event.key);
  };
  target.addEventListener('keydown', onKeyDown);
  target.addEventListener('keyup', onRelease);
  // A key that is released in another window sends no event here.
  window.addEventListener('blur', onRelease);
  return () => {
    onRelease();
    target.removeEventListener('keydown', onKeyDown);
    target.removeEventListener('keyup', onRelease);
    window.removeEventListener('blur', onRelease);
  };
};
