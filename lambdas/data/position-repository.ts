import * as z from 'zod/mini';
import { Device, Place } from '../contract/history-places.ts';
import { UserId } from '../contract/shared.ts';
import { placeExpiry, type StoredPlace } from '../domain/history/place.ts';
import type { Logger } from '../domain/logger.ts';
import { defineEntity, type Entity } from './entity.ts';
import { key } from './keys.ts';
import { parseList, type Table } from './table.ts';
import { writeVersioned, type VersionedOutcome, type VersionedWrite } from './versioned-write.ts';

const { content_id, position_seconds, duration_seconds, finished, updated_at, version } = Place.shape;

type PlaceIds = { user_id: string; content_id: string };

const PlaceItem = z.object({
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
export const placeEntity: Entity<StoredPlace, PlaceIds> = defineEntity<typeof PlaceItem, PlaceIds>({
  type: 'PLACE',
  v: 1,
  schema: PlaceItem,
  key: (ids) => ({ pk: key('USER', ids.user_id), sk: key('PLACE', ids.content_id) }),
  expiresAt: placeExpiry,
});

/** Places of a person that a list reads at most. */
const PLACES_MAX = 500;

export type PositionRepository = ReturnType<typeof createPositionRepository>;

/** Where people left contents. Numbers are those of access-patterns.md. */
export const createPositionRepository = (table: Table, { logger }: { readonly logger: Logger }) => ({
  /** H7. Every place of a person that is remembered, 500 at most: one query. */
  async list(userId: string, now: number): Promise<readonly StoredPlace[]> {
    const { items } = await table.query({ partition: key('USER', userId), prefix: 'PLACE#', limit: PLACES_MAX });
    const places = parseList(placeEntity, items, (count) =>
      logger.error('Corrupt items left out of a list', { list: 'places', count }),
    );
    return places.filter((place) => placeExpiry(place) * 1000 > now);
  },

  /** H8. Where a person left one content; 0.5 RRU. */
  async get(userId: string, contentId: string, now: number): Promise<StoredPlace | undefined> {
    const item = await table.get(placeEntity.key({ user_id: userId, content_id: contentId }));
    const place = item && placeEntity.tryParse(item);
    return place && placeExpiry(place) * 1000 > now ? place : undefined;
  },

  /** H9. Notes where a person is, unless it is older than what stands there. */
  save(write: VersionedWrite<StoredPlace>): Promise<VersionedOutcome<StoredPlace>> {
    return writeVersioned(table, placeEntity, write);
  },

  /** H4. Forgets a place. */
  async remove(userId: string, contentId: string): Promise<void> {
    await table.delete(placeEntity.key({ user_id: userId, content_id: contentId }));
  },
});
