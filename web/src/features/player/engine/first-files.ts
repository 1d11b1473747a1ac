import type { Preload } from '../../../../../lambdas/contract/media/playback.ts';

/**
 * Part of the estimated bandwidth that the first rendition may take: the estimate is of another moment, and the sound
 * comes beside it.
 */
const SHARE = 0.7;

/** The rendition to begin with: the best that a connection of so many bits per second carries, else the lowest. */
export const firstRung = ({ rungs }: Preload, bandwidth: number): Preload['rungs'][number] | undefined =>
  rungs.findLast((rung) => rung.bandwidth <= bandwidth * SHARE) ?? rungs[0];

/**
 * Paths of everything that is needed for the first frame at `startAt` seconds, most wanted first. The first segments
 * are of use at the start only.
 */
export const firstPaths = (url: string, preload: Preload, bandwidth: number, startAt: number): readonly string[] => {
  const rung = firstRung(preload, bandwidth);
  const sources = [rung, preload.audio].filter((source) => source != null);
  return [
    url,
    ...sources.flatMap(({ playlist, init }) => [playlist, init]),
    ...(startAt > 0 ? [] : sources.map(({ segment }) => segment)),
  ];
};
