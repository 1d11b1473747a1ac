/** Announcements of the player for screen readers. */
import type { Clock } from '../../../lib/clock.ts';
import type { Player } from '../core/player.ts';
import type { PlayerState } from '../core/player-state.ts';
import { qualityName, rateName, spokenTime } from '../core/rules.ts';
import { announceTexts } from '../panels/panel-texts.ts';

/** Milliseconds without a further change after which volume and position are announced. */
const GROUP_MS = 500;
/** Seconds between two reported positions beyond which the user jumped. */
const JUMP = 1.5;

const isAtSlider = (): boolean =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'range';

/** The announcement of a change, after it happened. */
const announcementOf = (before: PlayerState, now: PlayerState): string | undefined => {
  if (now.item === null) return undefined;
  if (before.captions !== now.captions && before.details === now.details && now.details !== null)
    return now.captions ? announceTexts.captionsOn(now.captions.label) : announceTexts.captionsOff;
  if (before.rate !== now.rate) return announceTexts.rate(rateName(now.rate));
  if (before.chosenHeight !== now.chosenHeight)
    return announceTexts.quality(now.chosenHeight === null ? announceTexts.automatic : qualityName(now.chosenHeight));
  if (before.pictureInPicture !== now.pictureInPicture) return announceTexts.pictureInPicture(now.pictureInPicture);
  return undefined;
};

/**
 * Announces the events of the player until the returned function is called. A focused slider announces its own value,
 * which is not repeated here.
 */
export const announce = (player: Player, clock: Clock, say: (message: string) => void): (() => void) => {
  let before = player.state.get();
  let { time } = player.position.get();
  /** The playing state that was announced last: an item that continues after buffering is not announced again. */
  let playing = '';
  let cancel: (() => void) | null = null;

  const sayLater = (message: () => string) => {
    cancel?.();
    cancel = isAtSlider() ? null : clock.after(GROUP_MS, () => say(message()));
  };

  const onState = () => {
    const now = player.state.get();
    const change = announcementOf(before, now);
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

  const stops = [player.state.subscribe(onState), player.position.subscribe(onPosition)];
  document.addEventListener('fullscreenchange', onFullscreen);
  onState();
  return () => {
    cancel?.();
    for (const stop of stops) stop();
    document.removeEventListener('fullscreenchange', onFullscreen);
  };
};
