import * as z from 'zod/mini';
import { DEVICES } from '../../contract/delivery/play-kinds.ts';
import { ContentId, CreatorId, Timestamp } from '../../contract/shared.ts';
import { defineEntity, NOT_A_PERSONS, NOT_PERSONAL } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/** Where a row is: in the partition of its window and shard, under the hash of its play. */
interface RowPlace {
  readonly window: string;
  readonly hash: string;
  readonly shard: number;
}

const row = {
  /** Start of the window. */
  window: Timestamp,
  shard: z.number(),
  /** `hashOfPlay`: it names no one. */
  hash: z.string(),
  content_id: ContentId,
  creator_id: z.optional(CreatorId),
};

/** Partition of the plays that were started in a window. */
export const playedIn = (window: string, shard: number): string => key('PLAYED', window, String(shard));
/** Partition of the beats of a window. */
export const beatsIn = (window: string, shard: number): string => key('BEAT', window, String(shard));

/** That a play was started, without who did. The worker `playback-rollup` counts it. */
export const playedEntity = defineEntity({
  type: 'PLAYED',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'plays', expiresFrom: ({ window }) => window },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object(row),
  key: ({ window, shard, hash }: RowPlace) => ({ pk: playedIn(window, shard), sk: hash }),
});

/** What one beat of a play added, without whose play it is. The worker `playback-rollup` adds it up. */
export const beatEntity = defineEntity({
  type: 'BEAT',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'plays', expiresFrom: ({ window }) => window },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({
    ...row,
    seq: z.number(),
    device: z.enum(DEVICES),
    /** Checked when a beat is received. */
    country: z.nullable(z.string()),
    /** By the names of `domain/delivery/plays/figures.ts`. */
    figures: z.record(z.string(), z.number()),
  }),
  key: ({ window, shard, hash, seq }: RowPlace & { readonly seq: number }) => ({
    pk: beatsIn(window, shard),
    sk: key(hash, String(seq)),
  }),
});
