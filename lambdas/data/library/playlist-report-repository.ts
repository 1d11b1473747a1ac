import { expiryOf } from '../../contract/retention.ts';
import { acceptReport, type NewReport, type ReportedPlaylist } from '../../domain/library/playlist-report.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { onConditionFailed } from '../table/errors.ts';
import { atRev, isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { playlistEntity } from './playlist-entity.ts';
import { playlistReportEntity, reportedPlaylistEntity } from './report-entities.ts';

/** Condition: others than its owner can open the playlist. The rule of `canOpen`, checked when the report is stored. */
const isShared: Expression = {
  expression:
    'attribute_exists(#pk) AND attribute_not_exists(#deleted) AND attribute_not_exists(#hidden) ' +
    'AND #visibility <> :private AND (attribute_not_exists(#disabled) OR #disabled = :false)',
  names: {
    '#pk': 'pk',
    '#deleted': 'deleted_at',
    '#hidden': 'hidden_at',
    '#visibility': 'visibility',
    '#disabled': 'owner_disabled',
  },
  values: { ':private': 'private', ':false': false },
};

const isCurrent = (reportedAt: string, now: string): boolean =>
  expiryOf(reportedAt, 'playlist_reports') * 1000 > Date.parse(now);

/**
 * The state of a reported playlist. Strongly consistent. The table removes expired items late; until then, nothing in
 * them waits for a decision.
 */
export const readReported = async (
  table: Table,
  playlistId: string,
  now: string,
): Promise<ReportedPlaylist | undefined> => {
  const item = await table.get(reportedPlaylistEntity.key({ playlist_id: playlistId }), { consistent: true });
  const stored = item && reportedPlaylistEntity.parse(item);
  return stored && !isCurrent(stored.last_reported_at, now) ? { ...stored, open: false } : stored;
};

/** Condition: the state of a reported playlist did not change since it was read. */
const isUnchanged = (before: ReportedPlaylist | undefined): Expression => (before ? atRev(before.rev) : isNew);

/** The write that stores the next state of a reported playlist. Fails when it changed since `before` was read. */
export const reportedWrite = (table: Table, before: ReportedPlaylist | undefined, after: ReportedPlaylist): Write =>
  table.write.put(reportedPlaylistEntity.toItem(after), isUnchanged(before));

/** A transaction with this fails when the state of a reported playlist changed since `before` was read. */
export const reportedCheck = (table: Table, playlistId: string, before: ReportedPlaylist | undefined): Write =>
  table.write.check(reportedPlaylistEntity.key({ playlist_id: playlistId }), isUnchanged(before));

/** The result of a report. `hidden`: others can no longer open the playlist. */
export type ReportOutcome = 'accepted' | 'hidden';

export type PlaylistReportRepository = ReturnType<typeof createPlaylistReportRepository>;

/** Reports of playlists by users. Numbers refer to access-patterns.md. */
export const createPlaylistReportRepository = (table: Table) => {
  const readReport = async (ids: { playlist_id: string; user_id: string }, now: string) => {
    const item = await table.get(playlistReportEntity.key(ids), { consistent: true });
    const stored = item && playlistReportEntity.parse(item);
    return stored && isCurrent(stored.reported_at, now) ? stored : undefined;
  };

  return {
    /** P11. Stores a user's report of a playlist, once per user and playlist, and counts it. */
    add: (report: NewReport, now: string): Promise<ReportOutcome> =>
      optimistic<ReportOutcome>(async () => {
        const [earlier, before] = await Promise.all([
          readReport(report, now),
          readReported(table, report.playlist_id, now),
        ]);
        const accepted = acceptReport(earlier, before, report, now);
        if (!accepted) return 'accepted';
        const stored = table.transact([
          table.write.check(playlistEntity.key({ id: report.playlist_id }), isShared),
          // Every change of a report changes this item too, so its revision guards both.
          reportedWrite(table, before, accepted.reported),
          table.write.put(playlistReportEntity.toItem(accepted.report)),
        ]);
        return onConditionFailed<ReportOutcome, ReportOutcome | typeof RETRY>(
          stored.then(() => 'accepted'),
          ({ index }) => (index === 0 ? 'hidden' : RETRY),
        );
      }),
  };
};
