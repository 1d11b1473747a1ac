import type { Preload } from '../../../../../lambdas/contract/media/playback.ts';

/**
 * Share of the estimated bandwidth that the first rendition may use: the estimate may be outdated, and the audio needs
 * some of it.
 */
const SHARE = 0.7;

/** The first rendition: the best one for a bandwidth in bits per second, otherwise the lowest. */
export const firstRung = ({ rungs }: Preload, bandwidth: number): Preload['rungs'][number] | undefined =>
  rungs.findLast((rung) => rung.bandwidth <= bandwidth * SHARE) ?? rungs[0];

/** Paths of the files for the first frame at `startAt` seconds, by priority. Segments only for a start at 0. */
export const firstPaths = (url: string, preload: Preload, bandwidth: number, startAt: number): readonly string[] => {
  const rung = firstRung(preload, bandwidth);
  const sources = [rung, preload.audio].filter((source) => source != null);
  return [
    url,
    ...sources.flatMap(({ playlist, init }) => [playlist, init]),
    ...(startAt > 0 ? [] : sources.map(({ segment }) => segment)),
  ];
};
