import type { TitleWalk, WatchState } from '../../domain/delivery/watch-state.ts';
import type { WatchDeps } from './deps.ts';

/** Between the beginnings of two walks through the published titles. */
const WALK_EVERY_MS = 24 * 3_600_000;

const newWalk = (now: number): TitleWalk => ({
  began_at: new Date(now).toISOString(),
  titles: 0,
  without_media: 0,
  outdated_media: 0,
});

/** Continues the walk through the published titles, or begins one a day after the last one ended. */
export const walkTitles = async (
  { repository }: Pick<WatchDeps, 'repository'>,
  { media, walk: begun }: WatchState,
  now: number,
): Promise<Pick<WatchState, 'media' | 'walk'>> => {
  if (!begun && media && now - Date.parse(media.as_of) < WALK_EVERY_MS) return { media, walk: null };
  const { walk, isLast } = await repository.walkOn(begun ?? newWalk(now));
  if (!isLast) return { media, walk };
  const { titles, without_media, outdated_media } = walk;
  return { media: { titles, without_media, outdated_media, as_of: new Date(now).toISOString() }, walk: null };
};
