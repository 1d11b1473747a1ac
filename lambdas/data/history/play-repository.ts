import * as z from 'zod/mini';
import { PlayMeasures } from '../../contract/delivery/quality.ts';
import { ContentId, CreatorId, PlayId, Timestamp } from '../../contract/shared.ts';
import { PLAY_RETENTION_SECONDS, VIEW_WINDOW_MS, type Play } from '../../domain/playback/view-rule.ts';
import { contentEntity } from '../content/content-entity.ts';
import { defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { conditionHolds, onConditionFailed } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

const QualityItem = z.object({
  seq: z.number(),
  window: Timestamp,
  last: PlayMeasures,
  before: PlayMeasures,
  isFirst: z.boolean(),
});

const PlayItem = z.object({
  play_id: PlayId,
  user_id: z.string(),
  content_id: ContentId,
  creator_id: z.optional(CreatorId),
  started_at: Timestamp,
  countable_at: Timestamp,
  counted: z.boolean(),
  duration: z.optional(z.nullable(z.number())),
  ahead: z.optional(z.literal(true)),
  quality: z.optional(QualityItem),
  forgotten: z.optional(z.literal(true)),
});

/** The plays of a user. */
export const playsOf = (userId: string) => ({ partition: key('USER', userId), prefix: 'PLAY#' }) as const;

export const playEntity: Entity<Play, { user_id: string; play_id: string }> = defineEntity<
  typeof PlayItem,
  { user_id: string; play_id: string }
>({
  type: 'PLAY',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'plays', expiresFrom: ({ started_at: at }) => at },
  onErase: 'delete',
  exportView: ({ content_id, started_at, quality }) => ({
    content_id,
    started_at,
    ...(quality ? { quality: quality.last } : {}),
  }),
  schema: PlayItem,
  key: ({ user_id, play_id }) => ({ pk: key('USER', user_id), sk: key('PLAY', play_id) }),
}) as unknown as Entity<Play, { user_id: string; play_id: string }>;

/** The last view of a content item by a user that counted. */
interface CountedView {
  readonly user_id: string;
  readonly content_id: string;
  readonly counted_at: string;
}

/** Decides that a user's views of a content item count once per window, however many plays report one. */
export const viewEntity: Entity<CountedView, { user_id: string; content_id: string }> = defineEntity({
  type: 'VIEW',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'plays', expiresFrom: ({ counted_at: at }) => at },
  onErase: 'delete',
  exportView: ({ content_id, counted_at }) => ({ content_id, counted_at }),
  schema: z.object({ user_id: z.string(), content_id: ContentId, counted_at: Timestamp }),
  key: ({ user_id, content_id }: { user_id: string; content_id: string }) => ({
    pk: key('USER', user_id),
    sk: key('VIEW', content_id),
  }),
});

/** Condition: no view of the user counted within the window that ends at `now`. */
const isFirstInWindow = (now: number): Expression => ({
  expression: 'attribute_not_exists(#pk) OR #counted_at <= :before',
  names: { '#pk': 'pk', '#counted_at': 'counted_at' },
  values: { ':before': new Date(now - VIEW_WINDOW_MS).toISOString() },
});

/**
 * The result of counting a play. `repeated`: a view of this user counted in the same window. `early`: the play has not
 * lasted long enough. `unknown`: there is no such play.
 */
export type CountResult = 'counted' | 'repeated' | 'early' | 'unknown';

export type PlayRepository = ReturnType<typeof createPlayRepository>;

/** Plays of users. Numbers refer to access-patterns.md. */
export const createPlayRepository = (table: Table) => ({
  /** Y1. Records the start of a play. */
  async start(play: Play): Promise<void> {
    await table.put(playEntity.toItem(play), isNew);
  },

  /** Y4. Begins a play that was prepared. False when it began before. */
  begin: (userId: string, playId: string): Promise<boolean> =>
    conditionHolds(
      table.update(
        playEntity.key({ user_id: userId, play_id: playId }),
        { set: { ahead: undefined } },
        { expression: '#ahead = :yes', names: { '#ahead': 'ahead' }, values: { ':yes': true } },
      ),
    ),

  /** Y2. A play of this user that has not expired; 0.5 RRU, twice as much strongly consistent. */
  async get(
    userId: string,
    playId: string,
    now: number,
    options: { readonly consistent?: boolean } = {},
  ): Promise<Play | undefined> {
    const item = await table.get(playEntity.key({ user_id: userId, play_id: playId }), options);
    const play = item && playEntity.parse(item);
    return play && Date.parse(play.started_at) + PLAY_RETENTION_SECONDS * 1000 > now ? play : undefined;
  },

  /**
   * Y3. Counts a play once, and at most one play of a user and content item per window: the play, the user's last view
   * and the counter of the content item change in one transaction.
   */
  async count(userId: string, playId: string, contentId: string, now: number): Promise<CountResult> {
    const playKey = playEntity.key({ user_id: userId, play_id: playId });
    const counted = table.transact([
      table.write.update(
        playKey,
        { set: { counted: true } },
        {
          expression: '#content = :content AND #counted = :no AND #started >= :oldest AND #countable <= :now',
          names: {
            '#content': 'content_id',
            '#counted': 'counted',
            '#started': 'started_at',
            '#countable': 'countable_at',
          },
          values: {
            ':content': contentId,
            ':no': false,
            ':now': new Date(now).toISOString(),
            ':oldest': new Date(now - PLAY_RETENTION_SECONDS * 1000).toISOString(),
          },
        },
      ),
      table.write.put(
        viewEntity.toItem({ user_id: userId, content_id: contentId, counted_at: new Date(now).toISOString() }),
        isFirstInWindow(now),
      ),
      table.write.update(
        contentEntity.key({ id: contentId }),
        { add: { view_count: 1 } },
        {
          expression: 'attribute_exists(#pk) AND attribute_not_exists(#deleted)',
          names: { '#pk': 'pk', '#deleted': 'deleted_at' },
        },
      ),
    ]);
    return onConditionFailed<CountResult, CountResult>(
      counted.then(() => 'counted'),
      ({ index, item }) => {
        if (index === 1) return 'repeated';
        const play = index === 0 && item ? playEntity.tryParse(item) : undefined;
        if (!play || play.content_id !== contentId) return 'unknown';
        if (play.counted) return 'repeated';
        return Date.parse(play.countable_at) > now ? 'early' : 'unknown';
      },
    );
  },
});
