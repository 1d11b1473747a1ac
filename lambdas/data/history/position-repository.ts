import * as z from 'zod/mini';
import { Device, PlaybackPosition } from '../../contract/listening/playback-positions.ts';
import { UserId } from '../../contract/shared.ts';
import { positionExpiry, type StoredPosition } from '../../domain/history/position.ts';
import type { Logger } from '../../domain/logger.ts';
import { defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { parseList, type Table } from '../table/table.ts';
import { writeVersioned, type VersionedOutcome, type VersionedWrite } from '../table/versioned-write.ts';

const { content_id, position_seconds, duration_seconds, finished, updated_at, version } = PlaybackPosition.shape;

type PositionIds = { user_id: string; content_id: string };

const PositionItem = z.object({
  user_id: UserId,
  content_id,
  position_seconds,
  duration_seconds,
  finished,
  device: Device,
  updated_at,
  version,
  writer: z.string(),
  number: z.number(),
});

/**
 * Where a person left a content: one item per person and content. In no index and no news, because it is written often.
 */
export const positionEntity: Entity<StoredPosition, PositionIds> = defineEntity<typeof PositionItem, PositionIds>({
  type: 'POSITION',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: {
    retention: 'usage_data',
    expiresFrom: ({ updated_at: at }) => at,
    shorterRetention: ({ finished }) => (finished ? 'finished_positions' : undefined),
  },
  onErase: 'delete',
  exportView: ({ user_id: _user, writer: _writer, number: _number, version: _version, ...position }) => position,
  schema: PositionItem,
  key: (ids) => ({ pk: key('USER', ids.user_id), sk: key('POSITION', ids.content_id) }),
});

/** Places of a person that a list reads at most. */
const POSITIONS_MAX = 500;

export type PositionRepository = ReturnType<typeof createPositionRepository>;

/** Where people left contents. Numbers are those of access-patterns.md. */
export const createPositionRepository = (table: Table, { logger }: { readonly logger: Logger }) => ({
  /** H7. Every place of a person that is remembered, 500 at most: one query. */
  async list(userId: string, now: number): Promise<readonly StoredPosition[]> {
    const { items } = await table.query({ partition: key('USER', userId), prefix: 'POSITION#', limit: POSITIONS_MAX });
    const positions = parseList(positionEntity, items, (count) =>
      logger.error('Corrupt items left out of a list', { list: 'places', count }),
    );
    return positions.filter((position) => positionExpiry(position) * 1000 > now);
  },

  /** H8. Where a person left one content; 0.5 RRU. */
  async get(userId: string, contentId: string, now: number): Promise<StoredPosition | undefined> {
    const item = await table.get(positionEntity.key({ user_id: userId, content_id: contentId }));
    const position = item && positionEntity.tryParse(item);
    return position && positionExpiry(position) * 1000 > now ? position : undefined;
  },

  /** H9. Notes where a person is, unless it is older than what stands there. */
  save(write: VersionedWrite<StoredPosition>): Promise<VersionedOutcome<StoredPosition>> {
    return writeVersioned(table, positionEntity, write);
  },

  /** H4. Forgets a place. */
  async remove(userId: string, contentId: string): Promise<void> {
    await table.delete(positionEntity.key({ user_id: userId, content_id: contentId }));
  },
});
