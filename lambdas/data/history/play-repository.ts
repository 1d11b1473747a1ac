import * as z from 'zod/mini';
import { ContentId, PlayId, Timestamp } from '../../contract/shared.ts';
import { PLAY_KEPT_SECONDS, latestCountableStart, type Play } from '../../domain/playback/view-rule.ts';
import { contentEntity } from '../content/content-entity.ts';
import { defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ConditionFailed } from '../table/errors.ts';
import { isNew } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

const PlayItem = z.object({
  play_id: PlayId,
  user_id: z.string(),
  content_id: ContentId,
  started_at: Timestamp,
  counted: z.boolean(),
});

export const playEntity: Entity<Play, { user_id: string; play_id: string }> = defineEntity<
  typeof PlayItem,
  { user_id: string; play_id: string }
>({
  type: 'PLAY',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'plays', expiresFrom: ({ started_at: at }) => at },
  onErase: 'delete',
  exportView: ({ content_id, started_at }) => ({ content_id, started_at }),
  schema: PlayItem,
  key: ({ user_id, play_id }) => ({ pk: key('USER', user_id), sk: key('PLAY', play_id) }),
});

/** What came of counting a play: `early` when it has not lasted long enough, `unknown` when there is no such play. */
export type CountResult = 'counted' | 'repeated' | 'early' | 'unknown';

export type PlayRepository = ReturnType<typeof createPlayRepository>;

/** Plays, by person. Numbers are those of access-patterns.md. */
export const createPlayRepository = (table: Table) => ({
  /** Y1. Notes that a play began. */
  async start(play: Play): Promise<void> {
    await table.put(playEntity.toItem(play), isNew);
  },

  /** Y2. A play of this person and content that is still remembered; 0.5 RRU. */
  async get(userId: string, playId: string, contentId: string, now: number): Promise<Play | undefined> {
    const item = await table.get(playEntity.key({ user_id: userId, play_id: playId }));
    const play = item && playEntity.parse(item);
    const kept = play && Date.parse(play.started_at) + PLAY_KEPT_SECONDS * 1000 > now;
    return kept && play.content_id === contentId ? play : undefined;
  },

  /** Y3. Counts a play of this content once: the play and the content's counter change together. */
  async count(userId: string, playId: string, contentId: string, now: number): Promise<CountResult> {
    const playKey = playEntity.key({ user_id: userId, play_id: playId });
    try {
      await table.transact([
        table.write.update(
          playKey,
          { set: { counted: true } },
          {
            expression: '#content = :content AND #counted = :no AND #started BETWEEN :oldest AND :latest',
            names: { '#content': 'content_id', '#counted': 'counted', '#started': 'started_at' },
            values: {
              ':content': contentId,
              ':no': false,
              ':latest': latestCountableStart(now),
              ':oldest': new Date(now - PLAY_KEPT_SECONDS * 1000).toISOString(),
            },
          },
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
      return 'counted';
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const play = error.index === 0 && error.item ? playEntity.tryParse(error.item) : undefined;
      if (!play || play.content_id !== contentId) return 'unknown';
      if (play.counted) return 'repeated';
      return play.started_at > latestCountableStart(now) ? 'early' : 'unknown';
    }
  },
});
