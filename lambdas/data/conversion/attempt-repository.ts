import * as z from 'zod/mini';
import { ContentId, Timestamp } from '../../contract/shared.ts';
import { dueAt, isRunning, type Attempt } from '../../domain/conversion/attempt.ts';
import { HDR_COLORS } from '../../domain/media/colors.ts';
import { PRICE_TIERS } from '../../domain/media/prices.ts';
import { SPEECH_FORMATS } from '../../domain/media/speech-format.ts';
import { TIERS } from '../../domain/media/tiers.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity, type Entity } from '../table/entity.ts';
import { FirstFilesItem } from './first-files-item.ts';
import { key } from '../table/keys.ts';
import { parseList, type Table } from '../table/table.ts';

const Tier = z.enum(TIERS);

const LadderItem = z.object({
  kind: z.enum(['video', 'audio']),
  video: z.array(
    z.object({
      name: z.string(),
      tier: Tier,
      width: z.number(),
      height: z.number(),
      maxBitrate: z.number(),
      quality: z.number(),
      frameRate: z.object({ numerator: z.number(), denominator: z.number() }),
    }),
  ),
  audio: z.array(
    z.object({
      name: z.string(),
      bitrate: z.number(),
      channels: z.union([z.literal(1), z.literal(2)]),
      sampleRate: z.number(),
    }),
  ),
  tiers: z.array(Tier),
  poster: z.optional(z.object({ width: z.number(), height: z.number() })),
  storyboard: z.optional(
    z.object({ interval: z.number(), width: z.number(), height: z.number(), columns: z.number(), rows: z.number() }),
  ),
  analysis: z.optional(
    z.object({
      soundChannels: z.optional(z.number()),
      frames: z.optional(z.object({ width: z.number(), height: z.number(), interval: z.number(), count: z.number() })),
    }),
  ),
});

const AttemptItem = z.object({
  content_id: ContentId,
  version_id: z.string(),
  attempt: z.number(),
  media_version: z.string(),
  source_key: z.string(),
  state: z.enum(['claimed', 'submitted', 'completed', 'failed', 'superseded']),
  failure: z.optional(z.enum(['rejected', 'missing', 'canceled', 'overdue', 'error'])),
  reason: z.optional(z.string()),
  job_id: z.optional(z.string()),
  claimed_at: Timestamp,
  probed_at: z.optional(Timestamp),
  submitted_at: z.optional(Timestamp),
  lease_until: Timestamp,
  deadline_at: Timestamp,
  progress: z.number(),
  progress_at: z.optional(z.string()),
  storyboard: z.optional(z.object({ sheets: z.number(), reason: z.optional(z.string()) })),
  first_files: z.optional(FirstFilesItem),
  finished_at: z.optional(z.string()),
  removed_at: z.optional(z.string()),
  ladder: z.optional(LadderItem),
  duration: z.optional(z.number()),
  speech_format: z.optional(z.enum(SPEECH_FORMATS)),
  colors: z.optional(z.enum(HDR_COLORS)),
  price_tier: z.optional(z.enum(PRICE_TIERS)),
  price: z.optional(z.number()),
  rev: z.number(),
});

interface AttemptIds {
  readonly content_id: string;
  readonly version_id: string;
  readonly attempt: number;
}

const PREFIX = 'ATTEMPT';
/** gsi1 partition of the running attempts, by when the sweeper looks at them. */
const RUNNING = 'ATTEMPT';

/** An attempt, in the partition of its content item. It is in gsi1 while it runs. */
export const attemptEntity: Entity<Attempt, AttemptIds> = defineEntity<typeof AttemptItem, AttemptIds>({
  type: 'ATTEMPT',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: AttemptItem,
  key: ({ content_id, version_id, attempt }) => ({
    pk: key('CONTENT', content_id),
    sk: key(PREFIX, version_id, String(attempt).padStart(6, '0')),
  }),
  indexes: {
    gsi1: (value) =>
      isRunning(value as Attempt) ? { pk: RUNNING, sk: key(dueAt(value as Attempt), value.content_id) } : undefined,
  },
}) as Entity<Attempt, AttemptIds>;

export type AttemptRepository = ReturnType<typeof createAttemptRepository>;

/** Reads and deletes attempts; the conversion repository writes them. Numbers are those of access-patterns.md. */
export const createAttemptRepository = (table: Table) => ({
  /** T1. One attempt, strongly consistent (1 RRU). */
  async get(ids: AttemptIds): Promise<Attempt | undefined> {
    const item = await table.get(attemptEntity.key(ids), { consistent: true });
    return item && attemptEntity.parse(item);
  },

  /**
   * T2. All attempts of a content item. Strongly consistent, because an attempt that was just superseded still has a
   * job to cancel.
   */
  async list(contentId: string): Promise<readonly Attempt[]> {
    const partition = key('CONTENT', contentId);
    const items = await table.queryAll({ partition, prefix: `${PREFIX}#`, limit: 100, consistent: true });
    return items.map((item) => attemptEntity.parse(item));
  },

  /** T3. Running attempts past their deadline or without a worker, oldest first. */
  async listDue(now: string, limit: number, onBad: (count: number) => void): Promise<readonly Attempt[]> {
    const { items } = await table.query({ index: 'gsi1', partition: RUNNING, upTo: now, limit, descending: false });
    return parseList(attemptEntity, items, onBad);
  },

  /** T4. Deletes an attempt. */
  remove: (attempt: AttemptIds): Promise<void> => table.delete(attemptEntity.key(attempt)),
});
