import * as z from 'zod/mini';
import { PlaylistVisibility } from '../../contract/listening/library.ts';
import { PlaylistId, Timestamp, UserId } from '../../contract/shared.ts';
import type { StoredEntry, StoredPlaylist } from '../../domain/library/playlist.ts';
import { defineEntity, indexView, type Entity } from '../table/entity.ts';
import { savedContentFields, libraryItemsOf } from './saved-content-fields.ts';
import { key } from '../table/keys.ts';

/** Partition of public playlists in gsi2. */
export const PUBLIC_PLAYLISTS = 'PUBLIC_PLAYLIST';

/** Partition of hidden playlists in gsi2, whatever their visibility. */
export const HIDDEN_PLAYLISTS = 'HIDDEN_PLAYLIST';

/** A playlist without its entries. Public and hidden playlists are also in gsi2, which projects their title. */
export const playlistEntity: Entity<StoredPlaylist, { id: string }> = defineEntity({
  type: 'PLAYLIST',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ id, title, description, visibility, created_at, updated_at, hidden_at, hidden_reason }) => ({
    id,
    title,
    description,
    visibility,
    created_at,
    updated_at,
    hidden_at,
    hidden_reason,
  }),
  schema: z.object({
    id: PlaylistId,
    user_id: UserId,
    title: z.string(),
    description: z.string(),
    visibility: PlaylistVisibility,
    entry_count: z.number(),
    last_order: z.nullable(z.string()),
    revision: z.number(),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: z.optional(Timestamp),
    owner_disabled: z.optional(z.boolean()),
    hidden_at: z.optional(Timestamp),
    hidden_reason: z.optional(z.string()),
  }),
  key: ({ id }: { id: string }) => ({ pk: key('PLAYLIST', id), sk: 'META' }),
  ofPerson: { index: 'gsi1', partition: (userId) => key('PLAYLISTS', userId) },
  indexes: {
    gsi1: ({ user_id, created_at, id, deleted_at }) =>
      deleted_at === undefined ? { pk: key('PLAYLISTS', user_id), sk: key(created_at, id) } : undefined,
    gsi2: ({ visibility, created_at, id, deleted_at, owner_disabled, hidden_at }) => {
      if (deleted_at !== undefined) return undefined;
      if (hidden_at !== undefined) return { pk: HIDDEN_PLAYLISTS, sk: key(hidden_at, id) };
      return visibility === 'public' && !owner_disabled ? { pk: PUBLIC_PLAYLISTS, sk: key(created_at, id) } : undefined;
    },
  },
});

/** A public or hidden playlist as gsi2 projects it. For reading lists only. */
export const listedPlaylistView = indexView(
  playlistEntity,
  z.object({ id: PlaylistId, title: z.string(), created_at: Timestamp }),
);

/**
 * A content item in a playlist; each is in it once. gsi1 contains the entries in their order, gsi2 the library items of
 * a content item, and gsi3 a user's playlists with that item.
 */
export const entryEntity: Entity<StoredEntry, { playlist_id: string; id: string }> = defineEntity({
  type: 'ENTRY',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ playlist_id, id, title, artist, added_at }) => ({
    playlist_id,
    content_id: id,
    title,
    artist,
    added_at,
  }),
  schema: z.object({
    playlist_id: PlaylistId,
    user_id: UserId,
    order: z.string(),
    added_at: Timestamp,
    shown: z.boolean(),
    ...savedContentFields,
  }),
  key: (ids: { playlist_id: string; id: string }) => ({
    pk: key('PLAYLIST', ids.playlist_id),
    sk: key('ENTRY', ids.id),
  }),
  ofPerson: { namedBy: 'PLAYLIST', named: ({ pk }) => [pk] },
  indexes: {
    gsi1: ({ playlist_id, order, id }) => ({ pk: key('ENTRIES', playlist_id), sk: key(order, id) }),
    gsi2: ({ id, playlist_id }) => ({ pk: libraryItemsOf(id), sk: key('PLAYLIST', playlist_id) }),
    gsi3: ({ user_id, id, playlist_id }) => ({ pk: key('CONTAINING', user_id, id), sk: key('PLAYLIST', playlist_id) }),
  },
});

/** The number of a user's playlists, changed in the transactions that create and delete one. */
export const libraryEntity = defineEntity({
  type: 'LIBRARY',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: { none: 'Derived from the playlists.' },
  schema: z.object({ user_id: UserId, playlists: z.number() }),
  key: (ids: { user_id: string }) => ({ pk: key('USER', ids.user_id), sk: 'LIBRARY' }),
});
