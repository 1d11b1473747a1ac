/** What the player says to those who do not see it (U16). */
import type { Clock } from '../../../lib/clock.ts';
import type { Player } from '../core/player.ts';
import type { PlayerState } from '../core/player-state.ts';
import { qualityName, rateName, spokenTime } from '../core/rules.ts';
import { announceTexts } from '../panels/panel-texts.ts';

/** Milliseconds without another change after which volume and position are said. */
const GROUP_MS = 500;
/** Seconds: a jump longer than playing makes between two reports. */
const JUMP = 1.5;

const isAtSlider = (): boolean =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'range';

/** What is said of a change, after it happened. */
const spokenChange = (before: PlayerState, now: PlayerState): string | undefined => {
  if (now.item === null) return undefined;
  if (before.captions !== now.captions && before.details === now.details && now.details !== null)
    return now.captions ? announceTexts.captionsOn(now.captions.label) : announceTexts.captionsOff;
  if (before.rate !== now.rate) return announceTexts.rate(rateName(now.rate));
  if (before.wantedHeight !== now.wantedHeight)
    return announceTexts.quality(now.wantedHeight === null ? announceTexts.automatic : qualityName(now.wantedHeight));
  if (before.outside !== now.outside) return now.outside ? announceTexts.outside : announceTexts.inside;
  return undefined;
};

/** Says what happens in the player until the answer is called: what a slider with the focus says itself is left out. */
export const announce = (player: Player, clock: Clock, say: (message: string) => void): (() => void) => {
  let before = player.state.get();
  let { time } = player.position.get();
  /** What was said last of playing: an item that goes on after a gap is no news. */
  let playing = '';
  let cancel: (() => void) | null = null;

  const sayLater = (message: () => string) => {
    cancel?.();
    cancel = isAtSlider() ? null : clock.after(GROUP_MS, () => say(message()));
  };

  const onState = () => {
    const now = player.state.get();
    const change = spokenChange(before, now);
    if (change !== undefined) say(change);
    if (now.volume !== before.volume)
      sayLater(() =>
        player.state.get().volume === 0
          ? announceTexts.muted
          : announceTexts.volume(Math.round(player.state.get().volume * 100)),
      );
    before = now;
    const { item, phase, buffering } = now;
    if (!item) playing = '';
    if (!item || (now.playing ? buffering : phase !== 'ready')) return;
    const state = `${now.playing} ${item.id}`;
    if (state !== playing) say(now.playing ? announceTexts.playing(item.title) : announceTexts.paused);
    playing = state;
  };
  const onPosition = () => {
    const { time: now } = player.position.get();
    const jumped = Math.abs(now - time) > JUMP && player.state.get().phase === 'ready' && now > 0;
    time = now;
    if (jumped) sayLater(() => spokenTime(player.position.get().time));
  };
  const onFullscreen = () => say(document.fullscreenElement ? announceTexts.fullscreen : announceTexts.leftFullscreen);

  const leave = [player.state.subscribe(onState), player.position.subscribe(onPosition)];
  document.addEventListener('fullscreenchange', onFullscreen);
  onState();
  return () => {
    cancel?.();
    for (const stop of leave) stop();
    document.removeEventListener('fullscreenchange', onFullscreen);
  };
};
