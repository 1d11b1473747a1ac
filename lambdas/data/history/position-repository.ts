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
 * A playback position: one item per user and content item. It is in no index and no live topic, because it is written
 * often.
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

/** Maximum number of positions in a list. */
const POSITIONS_MAX = 500;

export type PositionRepository = ReturnType<typeof createPositionRepository>;

/** Playback positions. Numbers refer to access-patterns.md. */
export const createPositionRepository = (table: Table, { logger }: { readonly logger: Logger }) => ({
  /** H7. A user's positions that have not expired, up to 500: one query. */
  async list(userId: string, now: number): Promise<readonly StoredPosition[]> {
    const { items } = await table.query({ partition: key('USER', userId), prefix: 'POSITION#', limit: POSITIONS_MAX });
    const positions = parseList(positionEntity, items, (count) =>
      logger.error('Corrupt items left out of a list', { list: 'positions', count }),
    );
    return positions.filter((position) => positionExpiry(position) * 1000 > now);
  },

  /** H8. A user's position in one content item; 0.5 RRU. */
  async get(userId: string, contentId: string, now: number): Promise<StoredPosition | undefined> {
    const item = await table.get(positionEntity.key({ user_id: userId, content_id: contentId }));
    const position = item && positionEntity.tryParse(item);
    return position && positionExpiry(position) * 1000 > now ? position : undefined;
  },

  /** H9. Saves a position, unless it is older than the stored one. */
  save(write: VersionedWrite<StoredPosition>): Promise<VersionedOutcome<StoredPosition>> {
    return writeVersioned(table, positionEntity, write);
  },

  /** H4. Removes a position. */
  async remove(userId: string, contentId: string): Promise<void> {
    await table.delete(positionEntity.key({ user_id: userId, content_id: contentId }));
  },
});
