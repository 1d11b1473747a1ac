import * as z from 'zod/mini';
import { ContentCard } from '../content/content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { ContentId, PlaylistId, Timestamp, line, pageLimit, pageOf, pageQuery, paragraph } from '../shared.ts';

/** Default page size of likes: as many as two and a half read units return. */
const LIKES_PAGE_SIZE = 20;

/** A content item as likes and playlists store it: a card without its view count, which changes with every play. */
export const SavedCard = z.omit(ContentCard, { view_count: true });
export type SavedCard = z.infer<typeof SavedCard>;

/** One like. */
export const Like = z.object({ content_id: ContentId, liked_at: Timestamp, content: SavedCard });
export type Like = z.infer<typeof Like>;

/**
 * Who can open a playlist. `private`: only its owner. `unlisted`: anyone with the link. `public`: anyone; it also
 * appears in the list of public playlists.
 */
export const PlaylistVisibility = z.enum(['private', 'unlisted', 'public']);
export type PlaylistVisibility = z.infer<typeof PlaylistVisibility>;

/** Why an administrator hid a playlist, and when. */
export const PlaylistHiding = z.object({ at: Timestamp, reason: z.string() });
export type PlaylistHiding = z.infer<typeof PlaylistHiding>;

/** Why a user reports a playlist. */
export const ReportReason = z.enum(['spam', 'hateful', 'sexual', 'violent', 'rights', 'other']);
export type ReportReason = z.infer<typeof ReportReason>;

/** A playlist without its entries. */
export const Playlist = z.object({
  id: PlaylistId,
  title: z.string(),
  description: z.string(),
  visibility: PlaylistVisibility,
  /** Number of entries, including items that are not published at the moment. */
  entry_count: z.number(),
  /** Increases with every change, including changes to entries. Send it with an edit or a move. */
  revision: z.number(),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** Set while it is hidden: only its owner and, unless it is private, administrators can open it. */
  hidden: z.nullable(PlaylistHiding),
});
export type Playlist = z.infer<typeof Playlist>;

/** A playlist with its owner's name. */
export const PlaylistView = z.object({ ...Playlist.shape, owner: z.object({ name: z.string() }), is_own: z.boolean() });
export type PlaylistView = z.infer<typeof PlaylistView>;

/** A playlist in the list of public playlists. */
export const PublicPlaylist = z.object({ id: PlaylistId, title: z.string(), created_at: Timestamp });
export type PublicPlaylist = z.infer<typeof PublicPlaylist>;

/** One entry of a playlist. A content item appears in a playlist only once. */
export const PlaylistEntry = z.object({ content_id: ContentId, added_at: Timestamp, content: SavedCard });
export type PlaylistEntry = z.infer<typeof PlaylistEntry>;

const newPlaylistFields = {
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
    summary: 'Lists the published content items that the current user likes, newest like first.',
    query: z.strictObject({ ...pageQuery, limit: pageLimit(LIKES_PAGE_SIZE) }),
    responses: { 200: pageOf(Like) },
    errors: ['invalid_cursor'],
  }),
  'library.list-liked-ids': endpoint({
    method: 'GET',
    path: '/api/liked-ids',
    auth: 'user',
    summary: 'Lists the ids of all content items that the current user likes, in no particular order.',
    responses: { 200: z.object({ ids: z.array(ContentId) }) },
    errors: [],
  }),
  'library.like-content': endpoint({
    method: 'PUT',
    path: '/api/likes/{contentId}',
    auth: 'user',
    summary: 'Likes a published content item. Repeating the call has no effect.',
    params: content,
    responses: { 204: null },
    errors: ['content_not_found', 'limit_reached'],
  }),
  'library.unlike-content': endpoint({
    method: 'DELETE',
    path: '/api/likes/{contentId}',
    auth: 'user',
    summary: 'Removes a like. Repeating the call has no effect.',
    params: content,
    responses: { 204: null },
    errors: [],
  }),
};

const playlistEndpoints = {
  'library.list-playlists': endpoint({
    method: 'GET',
    path: '/api/playlists',
    auth: 'user',
    summary: "Lists the current user's playlists, newest first.",
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(Playlist) },
    errors: ['invalid_cursor'],
  }),
  'library.list-public-playlists': endpoint({
    method: 'GET',
    path: '/api/public-playlists',
    auth: 'optional',
    summary: 'Lists the public playlists of all users, newest first.',
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(PublicPlaylist) },
    errors: ['unauthenticated', 'invalid_cursor'],
  }),
  'library.create-playlist': endpoint({
    method: 'POST',
    path: '/api/playlists',
    auth: 'user',
    summary: 'Creates an empty playlist.',
    body: z.strictObject(newPlaylistFields),
    responses: { 201: Playlist },
    errors: ['limit_reached'],
  }),
  'library.get-playlist': endpoint({
    method: 'GET',
    path: '/api/playlists/{id}',
    auth: 'optional',
    summary: 'Returns a playlist without its entries. A private playlist is visible only to its owner.',
    params: playlist,
    responses: { 200: PlaylistView },
    errors: ['unauthenticated', 'playlist_not_found'],
  }),
  'library.update-playlist': endpoint({
    method: 'PATCH',
    path: '/api/playlists/{id}',
    auth: 'user',
    summary: 'Changes the title, description or visibility of a playlist. Omitted fields stay unchanged.',
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
  'library.report-playlist': endpoint({
    method: 'PUT',
    path: '/api/playlists/{id}/report',
    auth: 'user',
    summary:
      "Reports another user's playlist to the administrators. Each user has one report per playlist; repeating the " +
      'call replaces it until an administrator has decided, and has no effect afterwards.',
    params: playlist,
    body: z.strictObject({ reason: ReportReason, text: z._default(paragraph(500), '') }),
    responses: { 204: null },
    errors: ['playlist_not_found', 'forbidden', 'too_many_requests'],
  }),
  'library.delete-playlist': endpoint({
    method: 'DELETE',
    path: '/api/playlists/{id}',
    auth: 'user',
    summary: 'Deletes a playlist and its entries.',
    params: playlist,
    responses: { 204: null },
    errors: ['playlist_not_found'],
  }),
  'library.list-containing-playlists': endpoint({
    method: 'GET',
    path: '/api/content/{contentId}/playlists',
    auth: 'user',
    summary: "Lists the ids of the current user's playlists that contain a content item.",
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
    summary: 'Lists the published entries of a playlist, in order.',
    params: playlist,
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(PlaylistEntry) },
    errors: ['unauthenticated', 'playlist_not_found', 'invalid_cursor'],
  }),
  'library.add-entry': endpoint({
    method: 'PUT',
    path: '/api/playlists/{id}/entries/{contentId}',
    auth: 'user',
    summary: 'Adds a published content item to the end of a playlist. Repeating the call has no effect.',
    params: entry,
    responses: { 200: z.object({ added: z.boolean() }) },
    errors: ['playlist_not_found', 'content_not_found', 'limit_reached', 'version_conflict'],
  }),
  'library.remove-entry': endpoint({
    method: 'DELETE',
    path: '/api/playlists/{id}/entries/{contentId}',
    auth: 'user',
    summary: 'Removes a content item from a playlist. Repeating the call has no effect.',
    params: entry,
    responses: { 204: null },
    errors: ['playlist_not_found'],
  }),
  'library.move-entry': endpoint({
    method: 'POST',
    path: '/api/playlists/{id}/entries/{contentId}/position',
    auth: 'user',
    summary: 'Moves an entry to the position after another entry, or to the start.',
    params: entry,
    body: z.strictObject({
      revision,
      /** The entry that will precede it; null moves it to the start. */
      after: z.nullable(ContentId),
    }),
    responses: { 200: Playlist },
    errors: ['playlist_not_found', 'entry_not_found', 'version_conflict'],
  }),
};

/** Likes and playlists. */
export const libraryEndpoints = { ...likeEndpoints, ...playlistEndpoints, ...entryEndpoints };
