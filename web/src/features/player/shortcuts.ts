import type { Player } from './player.ts';
import { SKIP_SECONDS } from './rules.ts';

/** Whoever has the focus uses these keys themselves: fields, sliders, tabs, menus, players of other pages. */
const OWN_KEYS = 'input, select, textarea, [contenteditable]:not([contenteditable="false"]), [role="slider"], [role="tab"], [role="menu"], [role="menuitem"], [role="listbox"], [role="option"]';
/** Space presses these. */
const PRESSED_BY_SPACE = 'button, summary, [role="button"], [role="switch"]';

/** The keys of the player: Space and k, arrows and j l, m, f. */
export const listenForShortcuts = (player: Player, toggleFullscreen: () => void, target: Document = document): (() => void) => {
  const commands: Readonly<Record<string, () => void>> = {
    ' ': player.toggle,
    k: player.toggle,
    ArrowLeft: () => player.skip(-SKIP_SECONDS),
    j: () => player.skip(-SKIP_SECONDS),
    ArrowRight: () => player.skip(SKIP_SECONDS),
    l: () => player.skip(SKIP_SECONDS),
    m: player.toggleMute,
    f: toggleFullscreen,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const command = commands[event.key];
    if (!command || player.state.get().item === null) return;
    const focused = event.target instanceof Element ? event.target : null;
    if (focused?.closest(OWN_KEYS) || (event.key === ' ' && focused?.closest(PRESSED_BY_SPACE))) return;
    event.preventDefault();
    command();
  };
  target.addEventListener('keydown', onKeyDown);
  return () => target.removeEventListener('keydown', onKeyDown);
};
