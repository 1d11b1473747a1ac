import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { ReportReason } from '../../contract/listening/library.ts';
import { PlaylistId, Timestamp, UserId } from '../../contract/shared.ts';
import type { ReportedPlaylist, StoredReport } from '../../domain/library/playlist-report.ts';
import { defineEntity, NOT_A_PERSONS, NOT_PERSONAL, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/** Partition of a playlist's reports. */
export const reportsOf = (playlistId: string): string => key('REPORTS', playlistId);

/** Partition of reported playlists that wait for a decision, in gsi1. */
export const OPEN_REPORTS = 'OPEN_REPORTS';

/**
 * Keys can appear in logs, which must not contain a user's id. The hash hides it only from someone who does not know
 * the id, so administrators must not see these keys either: cursors are encrypted.
 */
const hashOf = (userId: string): string => createHash('sha256').update(userId).digest('hex');

/** A user's report of a playlist. gsi1 has the reports of a user, for exports and erasure. */
export const playlistReportEntity: Entity<StoredReport, { playlist_id: string; user_id: string }> = defineEntity({
  type: 'PLAYLIST_REPORT',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'playlist_reports', expiresFrom: ({ reported_at: at }) => at },
  onErase: 'delete',
  exportView: ({ playlist_id, reason, text, reported_at }) => ({ playlist_id, reason, text, reported_at }),
  schema: z.object({
    playlist_id: PlaylistId,
    user_id: UserId,
    reason: ReportReason,
    text: z.string(),
    reported_at: Timestamp,
    round: z.number(),
  }),
  key: (ids: { playlist_id: string; user_id: string }) => ({
    pk: reportsOf(ids.playlist_id),
    sk: key('REPORT', hashOf(ids.user_id)),
  }),
  ofPerson: { index: 'gsi1', partition: (userId) => key('REPORTS_BY', userId) },
  indexes: {
    gsi1: ({ user_id, reported_at, playlist_id }) => ({
      pk: key('REPORTS_BY', user_id),
      sk: key(reported_at, playlist_id),
    }),
  },
});

/** The state of a reported playlist. It counts reports and names no user, so erasing one who reported it keeps it. */
export const reportedPlaylistEntity: Entity<ReportedPlaylist, { playlist_id: string }> = defineEntity({
  type: 'REPORTED_PLAYLIST',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'playlist_reports', expiresFrom: ({ last_reported_at: at }) => at },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({
    playlist_id: PlaylistId,
    round: z.number(),
    open: z.boolean(),
    counts: z.partialRecord(ReportReason, z.number()),
    first_reported_at: Timestamp,
    last_reported_at: Timestamp,
    rev: z.number(),
  }),
  key: (ids: { playlist_id: string }) => ({ pk: reportsOf(ids.playlist_id), sk: 'META' }),
  indexes: {
    gsi1: ({ open, first_reported_at, playlist_id }) =>
      open ? { pk: OPEN_REPORTS, sk: key(first_reported_at, playlist_id) } : undefined,
  },
});
