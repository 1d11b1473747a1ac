import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { PlaylistHiding, PlaylistVisibility, ReportReason } from '../listening/library.ts';
import { PlaylistId, Timestamp, UserId, line, pageOf, pageQuery } from '../shared.ts';

/** A playlist for administrators who decide about it. */
export const ModeratedPlaylist = z.object({
  id: PlaylistId,
  title: z.string(),
  description: z.string(),
  visibility: PlaylistVisibility,
  entry_count: z.number(),
  /** The name is empty while the owner is unknown. */
  owner: z.object({ id: UserId, name: z.string() }),
  created_at: Timestamp,
  hidden: z.nullable(PlaylistHiding),
});
export type ModeratedPlaylist = z.infer<typeof ModeratedPlaylist>;

/** A playlist with reports that no administrator has decided about. */
export const ReportedPlaylistView = z.object({
  playlist: ModeratedPlaylist,
  /** Number of users who reported it since the last decision. */
  report_count: z.number(),
  /** The same number by reason, without reasons that no one gave. */
  reasons: z.array(z.object({ reason: ReportReason, count: z.number() })),
  first_reported_at: Timestamp,
  last_reported_at: Timestamp,
  /** Increases with every change of its reports. Send it to dismiss them. */
  revision: z.number(),
});
export type ReportedPlaylistView = z.infer<typeof ReportedPlaylistView>;

/** One report, without the user who sent it. */
export const PlaylistReportView = z.object({ reason: ReportReason, text: z.string(), reported_at: Timestamp });
export type PlaylistReportView = z.infer<typeof PlaylistReportView>;

const playlist = z.strictObject({ id: PlaylistId });
const reason = line(500, 1);

/** Moderation of playlists: reports by users, and playlists that administrators hide. */
export const moderationEndpoints = {
  'moderation.list-reported-playlists': endpoint({
    method: 'GET',
    path: '/api/admin/reported-playlists',
    auth: 'admin',
    summary: 'Lists playlists with open reports, the one that waits longest first.',
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(ReportedPlaylistView) },
    errors: ['invalid_cursor'],
  }),
  'moderation.list-reports': endpoint({
    method: 'GET',
    path: '/api/admin/playlists/{id}/reports',
    auth: 'admin',
    summary: 'Lists the open reports of a playlist in no particular order, without the users who sent them.',
    params: playlist,
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(PlaylistReportView) },
    errors: ['playlist_not_found', 'invalid_cursor'],
  }),
  'moderation.dismiss-reports': endpoint({
    method: 'POST',
    path: '/api/admin/playlists/{id}/dismiss-reports',
    auth: 'admin',
    summary:
      'Closes the open reports of a playlist, which stays as it is. Repeating the call has no effect. Administrators ' +
      'cannot decide about their own playlists.',
    params: playlist,
    body: z.strictObject({
      /** As listed. Fails with `version_conflict` when there are newer reports. */
      revision: z.number().check(z.int(), z.minimum(1)),
    }),
    responses: { 204: null },
    errors: ['playlist_not_found', 'forbidden', 'version_conflict'],
  }),
  'moderation.list-hidden-playlists': endpoint({
    method: 'GET',
    path: '/api/admin/hidden-playlists',
    auth: 'admin',
    summary: 'Lists the playlists that administrators have hidden, most recently hidden first.',
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(ModeratedPlaylist) },
    errors: ['invalid_cursor'],
  }),
  'moderation.hide-playlist': endpoint({
    method: 'POST',
    path: '/api/admin/playlists/{id}/hide',
    auth: 'admin',
    summary:
      'Hides a playlist from everyone except its owner, who sees the reason, and administrators. Closes its reports. ' +
      'No effect on a hidden playlist. Administrators cannot decide about their own playlists.',
    params: playlist,
    body: z.strictObject({ reason }),
    responses: { 200: ModeratedPlaylist },
    errors: ['playlist_not_found', 'forbidden'],
  }),
  'moderation.show-playlist': endpoint({
    method: 'POST',
    path: '/api/admin/playlists/{id}/show',
    auth: 'admin',
    summary: 'Shows a hidden playlist again to everyone its visibility allows. No effect on other playlists.',
    params: playlist,
    body: z.strictObject({ reason }),
    responses: { 200: ModeratedPlaylist },
    errors: ['playlist_not_found', 'forbidden'],
  }),
};
