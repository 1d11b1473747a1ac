/** The keys of the player: one table for what they do, what the help says of them, and `aria-keyshortcuts`. */
import { systemClock, type Clock } from '../../../lib/clock.ts';
import { seekRepeatedly } from './hold-to-seek.ts';
import type { Player } from '../core/player.ts';
import { SKIP_SECONDS } from '../core/rules.ts';
import { shortcutTexts } from '../panels/panel-texts.ts';

/** What a key can do. */
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

/** A row of the help. */
export interface Shortcut {
  readonly name: ShortcutName;
  /** `KeyboardEvent.key`. */
  readonly keys: readonly string[];
  readonly text: string;
}

const row = (name: ShortcutName, ...keys: readonly string[]): Shortcut => ({ name, keys, text: shortcutTexts[name] });

/** All of them, in the order of the help. */
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

const written: Readonly<Record<string, string>> = { ' ': 'Space' };

/** The keys of one as `aria-keyshortcuts` names them. */
export const ariaKeys = (name: ShortcutName): string =>
  (shortcutTable.find((each) => each.name === name)?.keys ?? []).map((key) => written[key] ?? key).join(' ');

const nameOfKey = new Map(shortcutTable.flatMap(({ name, keys }) => keys.map((key) => [key, name] as const)));

/**
 * Whoever has the focus uses these keys themselves: fields, tabs, menus, players of other pages. A range takes the
 * arrows and says so.
 */
const OWN_KEYS =
  'input:not([type="range"]), select, textarea, [contenteditable]:not([contenteditable="false"]), [role="slider"], [role="tab"], [role="menu"], [role="menuitem"], [role="listbox"], [role="option"]';
/** Space presses these. */
const PRESSED_BY_SPACE = 'button, summary, a[href], [role="button"], [role="switch"]';
const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** What the keys need of whoever shows the player. */
export interface ShortcutTarget {
  readonly toggleFullscreen: () => void;
  /** What shows the player: keys in another dialog are that one's. Null: there is only the mini player. */
  readonly frame: () => HTMLElement | null;
  /** @default the browser's */
  readonly clock?: Clock;
}

/** Whether a key that was pressed on `focused` is the player's. */
const isOurs = (key: string, focused: Element | null, frame: HTMLElement | null): boolean => {
  if (focused?.closest(OWN_KEYS) || (key === ' ' && focused?.closest(PRESSED_BY_SPACE))) return false;
  const dialog = focused?.closest(DIALOG);
  return !dialog || (frame !== null && (dialog.contains(frame) || frame.contains(dialog)));
};

/** Follows the keys of the player until the answer is called. */
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
  /** Ends what a held key does. */
  let release: (() => void) | null = null;
  const onRelease = () => {
    release?.();
    release = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !player.preferences.get().shortcuts)
      return;
    const name = nameOfKey.get(event.key);
    // With Shift only what needs it to be written.
    if (name === undefined || (event.shiftKey && /^[\w ]/.test(event.key)) || player.state.get().item === null) return;
    if (!isOurs(event.key, event.target instanceof Element ? event.target : null, frame())) return;
    event.preventDefault();
    if (event.repeat && (name === 'rewind' || name === 'skip'))
      release ??= seekRepeatedly(player, clock, name === 'skip' ? 1 : -1);
    else commands[name](event.key);
  };
  target.addEventListener('keydown', onKeyDown);
  target.addEventListener('keyup', onRelease);
  // A key that is let go elsewhere is not heard here.
  window.addEventListener('blur', onRelease);
  return () => {
    onRelease();
    target.removeEventListener('keydown', onKeyDown);
    target.removeEventListener('keyup', onRelease);
    window.removeEventListener('blur', onRelease);
  };
};
