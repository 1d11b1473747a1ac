import type { Device, Engine } from '../../../contract/delivery/play-kinds.ts';
import { differenceOf, type PlayQuality } from './beat.ts';
import type { Figures } from './figures.ts';
import { hashOfPlay, shardOf, windowOf } from './windows.ts';

/** That a play was started: what the roll-up counts of it. */
export interface PlayedRow {
  /** Start of its window. */
  readonly window: string;
  readonly shard: number;
  readonly hash: string;
  readonly content_id: string;
  /** The creator of the title when the play began. Missing for plays that an earlier version stored. */
  readonly creator_id?: string | undefined;
}

/** What one beat of a play added. */
export interface BeatRow extends PlayedRow {
  readonly seq: number;
  readonly device: Device;
  readonly country: string | null;
  readonly figures: Figures;
}

/** What a beat says about where it comes from. */
export interface BeatSource {
  readonly device: Device;
  readonly engine: Engine;
  readonly country: string | null;
}

/** The row of a play of a title that starts at `now` (milliseconds). */
export const playedRow = (
  playId: string,
  { id, creator_id }: { readonly id: string; readonly creator_id: string },
  now: number,
): PlayedRow => {
  const hash = hashOfPlay(playId);
  return { window: windowOf(now), shard: shardOf(hash), hash, content_id: id, creator_id };
};

/** The row of the newest beat that is stored with a play; undefined when it added nothing. */
export const beatRow = (
  play: Pick<PlayedRow, 'content_id' | 'creator_id'> & { readonly play_id: string },
  { seq, window, last, before, isFirst }: PlayQuality,
  { device, engine, country }: BeatSource,
): BeatRow | undefined => {
  const figures = differenceOf(before, last, engine, isFirst);
  if (Object.keys(figures).length === 0) return undefined;
  const { play_id: playId, content_id, creator_id } = play;
  const hash = hashOfPlay(playId);
  return { window, shard: shardOf(hash), hash, content_id, creator_id, seq, device, country, figures };
};
