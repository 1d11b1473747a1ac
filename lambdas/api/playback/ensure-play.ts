import type { Role } from '../../contract/shared.ts';
import { playedRow } from '../../domain/delivery/plays/rows.ts';
import { hashOfPlay, isSampled } from '../../domain/delivery/plays/windows.ts';
import { countsViews, newPlay } from '../../domain/playback/view-rule.ts';
import type { PlaybackDeps } from './deps.ts';

/** Whether the quality of a play is reported: it is in the stage's sample, and no play of staff. */
export const isMeasured = ({ samplePercent }: Pick<PlaybackDeps, 'samplePercent'>, playId: string, role: Role) =>
  countsViews(role) && isSampled(hashOfPlay(playId), samplePercent);

/** What a request says about its play. */
interface AskedPlay {
  /** The play that it renews. */
  readonly playId?: string | undefined;
  /** The play may never begin. */
  readonly ahead?: boolean | undefined;
}

/**
 * Returns the id of the play that a request renews, or starts a new play. A renewed play keeps its start time, so that
 * a long play counts as one view. Plays are counted without their user when they begin, except those of staff.
 */
export const ensurePlay = async (
  deps: PlaybackDeps,
  actor: { readonly userId: string; readonly role: Role },
  content: { readonly id: string; readonly creator_id: string; readonly duration: number | null },
  { playId: renewedId, ahead = false }: AskedPlay,
): Promise<string> => {
  const { userId, role } = actor;
  const known = renewedId === undefined ? undefined : await deps.plays.get(userId, renewedId, deps.now());
  const now = deps.now();
  const count = async (playId: string): Promise<void> => {
    if (countsViews(role)) await deps.rows.started(playedRow(playId, content, now));
  };
  if (known?.content_id === content.id) {
    if (known.ahead && !ahead && (await deps.plays.begin(userId, known.play_id))) await count(known.play_id);
    return known.play_id;
  }
  const play = newPlay(`ply_${deps.newId()}`, userId, content, now);
  if (ahead) await deps.plays.start({ ...play, ahead });
  else await Promise.all([deps.plays.start(play), count(play.play_id)]);
  return play.play_id;
};
