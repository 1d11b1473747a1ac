import { newPlay } from '../../domain/playback/view-rule.ts';
import type { PlaybackDeps } from './deps.ts';

/**
 * Returns the id of the play that a request renews, or starts a new play. A renewed play keeps its start time, so that
 * a long play counts as one view.
 */
export const ensurePlay = async (
  deps: PlaybackDeps,
  userId: string,
  content: { readonly id: string; readonly duration: number | null },
  renewedId: string | undefined,
): Promise<string> => {
  const known = renewedId === undefined ? undefined : await deps.plays.get(userId, renewedId, content.id, deps.now());
  if (known) return known.play_id;
  const play = newPlay(`ply_${deps.newId()}`, userId, content, deps.now());
  await deps.plays.start(play);
  return play.play_id;
};
