import { ulid } from 'ulid';
import type { PlaylistVisibility } from '../../../lambdas/contract/listening/library.ts';
import { likeEntity } from '../../../lambdas/data/library/like-repository.ts';
import { entryEntity, libraryEntity, playlistEntity } from '../../../lambdas/data/library/playlist-entity.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { savedContent } from '../../../lambdas/domain/library/saved-content.ts';
import { ordersBetween } from '../../../lambdas/domain/library/order-keys.ts';
import type { StoredPlaylist } from '../../../lambdas/domain/library/playlist.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 1, 1) + seconds * 1000).toISOString();

type Item = Readonly<Record<string, unknown>>;

/** A playlist with entries, as stored items. */
export const somePlaylist = (
  userId: string,
  contentItems: readonly Content[],
  fields: Partial<StoredPlaylist> = {},
): { readonly playlist: StoredPlaylist; readonly items: readonly Item[] } => {
  const orders = ordersBetween(undefined, undefined, contentItems.length);
  const playlist: StoredPlaylist = {
    id: `pls_${ulid()}`,
    user_id: userId,
    title: 'On the road',
    description: 'For long ways.',
    visibility: 'private',
    entry_count: contentItems.length,
    last_order: orders.at(-1) ?? null,
    revision: 1,
    created_at: at(0),
    updated_at: at(0),
    ...fields,
  };
  const entries = contentItems.map((content, index) =>
    entryEntity.toItem({
      ...savedContent(content),
      playlist_id: playlist.id,
      user_id: userId,
      order: orders[index] ?? '',
      added_at: at(index),
      shown: true,
    }),
  );
  return { playlist, items: [playlistEntity.toItem(playlist), ...entries] };
};

/** A like as a stored item; `seconds` sets its order. */
export const someLike = (userId: string, content: Content, seconds: number): Item =>
  likeEntity.toItem({ ...savedContent(content), user_id: userId, liked_at: at(seconds), shown: true });

/**
 * A valid call for each library endpoint and the playlists they need. Those of `keeper` are private, one for each call
 * that changes something. `reader` has public ones, so that lists have a second page, and an unlisted one.
 */
export const libraryRows = (
  { keeper, reader }: { readonly keeper: string; readonly reader: string },
  contentItems: { readonly seen: Content; readonly played: Content; readonly other: Content },
) => {
  const three = [contentItems.seen, contentItems.played, contentItems.other];
  const own = {
    edited: somePlaylist(keeper, three),
    deleted: somePlaylist(keeper, three),
    added: somePlaylist(keeper, []),
    removed: somePlaylist(keeper, three),
    moved: somePlaylist(keeper, three),
    read: somePlaylist(keeper, three),
  };
  const shared = (visibility: PlaylistVisibility, seconds: number) =>
    somePlaylist(reader, three, { visibility, created_at: at(seconds) });
  const read = { open: shared('public', 1), second: shared('public', 2), unlisted: shared('unlisted', 3) };
  const hidden = {
    user: { status: 404, code: 'playlist_not_found' },
    moderator: { status: 404, code: 'playlist_not_found' },
  };
  const idOf = ({ playlist }: { readonly playlist: StoredPlaylist }): string => playlist.id;
  const entry = (list: { readonly playlist: StoredPlaylist }, content: Content) => ({
    id: idOf(list),
    contentId: content.id,
  });
  const liked = { contentId: contentItems.other.id };
  const calls = {
    'library.list-likes': [{ input: {}, success: 200 }],
    'library.list-liked-ids': [{ input: {}, success: 200 }],
    'library.like-content': [{ input: { params: liked }, success: 204 }],
    'library.unlike-content': [{ input: { params: liked }, success: 204 }],
    'library.list-playlists': [{ input: {}, success: 200 }],
    'library.list-public-playlists': [{ input: {}, success: 200 }],
    'library.create-playlist': [
      { input: { body: { title: 'Made', description: 'By a row', visibility: 'private' } }, success: 201 },
    ],
    'library.get-playlist': [
      { variant: 'unlisted', input: { params: { id: idOf(read.unlisted) } }, success: 200 },
      { variant: 'private', input: { params: { id: idOf(own.read) } }, success: 200, otherwise: hidden },
    ],
    'library.update-playlist': [
      {
        input: {
          params: { id: idOf(own.edited) },
          body: { revision: 1, title: 'Renamed', description: 'Updated', visibility: 'public' },
        },
        success: 200,
        otherwise: hidden,
      },
    ],
    'library.delete-playlist': [{ input: { params: { id: idOf(own.deleted) } }, success: 204, otherwise: hidden }],
    'library.list-containing-playlists': [{ input: { params: { contentId: contentItems.seen.id } }, success: 200 }],
    'library.list-entries': [{ input: { params: { id: idOf(read.open) } }, success: 200 }],
    'library.add-entry': [{ input: { params: entry(own.added, contentItems.seen) }, success: 200, otherwise: hidden }],
    'library.remove-entry': [
      { input: { params: entry(own.removed, contentItems.seen) }, success: 204, otherwise: hidden },
    ],
    'library.move-entry': [
      {
        input: { params: entry(own.moved, contentItems.other), body: { revision: 1, after: contentItems.seen.id } },
        success: 200,
        otherwise: hidden,
      },
    ],
  } as const;
  const counted = (userId: string, playlists: number): Item => ({
    ...libraryEntity.key({ user_id: userId }),
    type: 'LIBRARY',
    v: 1,
    playlists,
  });
  return {
    calls,
    stored: [
      ...Object.values({ ...own, ...read }).flatMap(({ items }) => items),
      counted(keeper, Object.keys(own).length),
      counted(reader, Object.keys(read).length),
      someLike(reader, contentItems.seen, 1),
      someLike(reader, contentItems.played, 2),
    ] as readonly Item[],
  };
};
