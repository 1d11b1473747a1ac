import * as z from 'zod/mini';
import { ContentCard } from '../content/content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { ContentId, PlaylistId, Timestamp, line, pageLimit, pageOf, pageQuery, paragraph } from '../shared.ts';

/** Likes of a page unless asked otherwise: as many as two and a half read units carry. */
const LIKES_PAGE_SIZE = 20;

/** A content as likes and playlists keep it: a card without its views, which change with every play. */
export const SavedCard = z.omit(ContentCard, { view_count: true });
export type SavedCard = z.infer<typeof SavedCard>;

/** One liked content. */
export const Like = z.object({ content_id: ContentId, liked_at: Timestamp, content: SavedCard });
export type Like = z.infer<typeof Like>;

/**
 * Who may open a playlist: its owner; everybody who has its address; everybody, who finds it in the list of public ones
 * too.
 */
export const PlaylistVisibility = z.enum(['private', 'unlisted', 'public']);
export type PlaylistVisibility = z.infer<typeof PlaylistVisibility>;

/** A playlist without its entries. */
export const Playlist = z.object({
  id: PlaylistId,
  title: z.string(),
  description: z.string(),
  visibility: PlaylistVisibility,
  /** Entries, those included that are not published at present. */
  entry_count: z.number(),
  /** Rises with every change, of the entries too; send it back with an edit or a move. */
  revision: z.number(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Playlist = z.infer<typeof Playlist>;

/** A playlist as its page shows it. */
export const PlaylistView = z.object({ ...Playlist.shape, owner: z.object({ name: z.string() }), is_own: z.boolean() });
export type PlaylistView = z.infer<typeof PlaylistView>;

/** A public playlist in the list of them. */
export const PublicPlaylist = z.object({ id: PlaylistId, title: z.string(), created_at: Timestamp });
export type PublicPlaylist = z.infer<typeof PublicPlaylist>;

/** One content in a playlist. A content stands in a playlist once. */
export const PlaylistEntry = z.object({ content_id: ContentId, added_at: Timestamp, content: SavedCard });
export type PlaylistEntry = z.infer<typeof PlaylistEntry>;

const written = {
  title: line(100, 1),
  description: z._default(paragraph(1000), ''),
  visibility: z._default(PlaylistVisibility, 'private'),
};
const revision = z.number().check(z.int(), z.minimum(1));

const content = z.strictObject({ contentId: ContentId });
const playlist = z.strictObject({ id: PlaylistId });
const entry = z.strictObject({ id: PlaylistId, contentId: ContentId });

const likeEndpoints = {
  'library.list-likes': endpoint({
    method: 'GET',
    path: '/api/likes',
    auth: 'user',
    summary: 'What the signed-in person likes and is published, the newest like first.',
    query: z.strictObject({ ...pageQuery, limit: pageLimit(LIKES_PAGE_SIZE) }),
    responses: { 200: pageOf(Like) },
    errors: ['invalid_cursor'],
  }),
  'library.list-liked-ids': endpoint({
    method: 'GET',
    path: '/api/liked-ids',
    auth: 'user',
    summary: 'Ids of everything that the signed-in person likes, in no order.',
    responses: { 200: z.object({ ids: z.array(ContentId) }) },
    errors: [],
  }),
  'library.like-content': endpoint({
    method: 'PUT',
    path: '/api/likes/{contentId}',
    auth: 'user',
    summary: 'Likes a published content. Asked again it changes nothing.',
    params: content,
    responses: { 204: null },
    errors: ['content_not_found', 'limit_reached'],
  }),
  'library.unlike-content': endpoint({
    method: 'DELETE',
    path: '/api/likes/{contentId}',
    auth: 'user',
    summary: 'Takes a like back. Asked again it changes nothing.',
    params: content,
    responses: { 204: null },
    errors: ['content_not_found'],
  }),
};

const playlistEndpoints = {
  'library.list-playlists': endpoint({
    method: 'GET',
    path: '/api/playlists',
    auth: 'user',
    summary: "The signed-in person's own playlists, newest first.",
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(Playlist) },
    errors: ['invalid_cursor'],
  }),
  'library.list-public-playlists': endpoint({
    method: 'GET',
    path: '/api/public-playlists',
    auth: 'optional',
    summary: "Everybody's public playlists, newest first.",
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(PublicPlaylist) },
    errors: ['unauthenticated', 'invalid_cursor'],
  }),
  'library.create-playlist': endpoint({
    method: 'POST',
    path: '/api/playlists',
    auth: 'user',
    summary: 'Makes an empty playlist.',
    body: z.strictObject(written),
    responses: { 201: Playlist },
    errors: ['limit_reached'],
  }),
  'library.get-playlist': endpoint({
    method: 'GET',
    path: '/api/playlists/{id}',
    auth: 'optional',
    summary: 'One playlist without its entries. A private one exists for its owner alone.',
    params: playlist,
    responses: { 200: PlaylistView },
    errors: ['unauthenticated', 'playlist_not_found'],
  }),
  'library.update-playlist': endpoint({
    method: 'PATCH',
    path: '/api/playlists/{id}',
    auth: 'user',
    summary: 'Renames or describes a playlist, or changes who may open it; absent fields stay.',
    params: playlist,
    body: z.strictObject({
      revision,
      title: z.optional(line(100, 1)),
      description: z.optional(paragraph(1000)),
      visibility: z.optional(PlaylistVisibility),
    }),
    responses: { 200: Playlist },
    errors: ['playlist_not_found', 'version_conflict'],
  }),
  'library.delete-playlist': endpoint({
    method: 'DELETE',
    path: '/api/playlists/{id}',
    auth: 'user',
    summary: 'Removes a playlist with its entries.',
    params: playlist,
    responses: { 204: null },
    errors: ['playlist_not_found'],
  }),
  'library.list-containing-playlists': endpoint({
    method: 'GET',
    path: '/api/content/{contentId}/playlists',
    auth: 'user',
    summary: "Ids of the signed-in person's playlists in which a content stands.",
    params: content,
    responses: { 200: z.object({ playlist_ids: z.array(PlaylistId) }) },
    errors: ['content_not_found'],
  }),
};

const entryEndpoints = {
  'library.list-entries': endpoint({
    method: 'GET',
    path: '/api/playlists/{id}/entries',
    auth: 'optional',
    summary: 'The published entries of a playlist, in its order.',
    params: playlist,
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(PlaylistEntry) },
    errors: ['unauthenticated', 'playlist_not_found', 'invalid_cursor'],
  }),
  'library.add-entry': endpoint({
    method: 'PUT',
    path: '/api/playlists/{id}/entries/{contentId}',
    auth: 'user',
    summary: 'Adds a published content at the end. Asked again it changes nothing.',
    params: entry,
    responses: { 200: z.object({ added: z.boolean() }) },
    errors: ['playlist_not_found', 'content_not_found', 'limit_reached', 'version_conflict'],
  }),
  'library.remove-entry': endpoint({
    method: 'DELETE',
    path: '/api/playlists/{id}/entries/{contentId}',
    auth: 'user',
    summary: 'Takes a content out. Asked again it changes nothing.',
    params: entry,
    responses: { 204: null },
    errors: ['playlist_not_found', 'content_not_found'],
  }),
  'library.move-entry': endpoint({
    method: 'POST',
    path: '/api/playlists/{id}/entries/{contentId}/position',
    auth: 'user',
    summary: 'Moves an entry behind another one, or to the beginning.',
    params: entry,
    body: z.strictObject({
      revision,
      /** Content behind which it goes; null is the beginning. */
      after: z.nullable(ContentId),
    }),
    responses: { 200: Playlist },
    errors: ['playlist_not_found', 'entry_not_found', 'version_conflict'],
  }),
};

/** Likes and playlists. */
export const libraryEndpoints = { ...likeEndpoints, ...playlistEndpoints, ...entryEndpoints };
