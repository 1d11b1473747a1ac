import type { ActBy, AuditAct } from '../../domain/audit/act.ts';
import { reportCountOf, type ReportedPlaylist, type StoredReport } from '../../domain/library/playlist-report.ts';
import { mustBeOfAnother, type StoredPlaylist } from '../../domain/library/playlist.ts';
import type { Logger } from '../../domain/logger.ts';
import { optimistic, type RETRY } from '../../domain/optimistic.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import type { Cursors } from '../table/cursor.ts';
import { orRetry } from '../table/errors.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { HIDDEN_PLAYLISTS, playlistEntity, listedPlaylistView } from './playlist-entity.ts';
import { playlistAt } from './playlist-repository.ts';
import { readReported, reportedCheck, reportedWrite } from './playlist-report-repository.ts';
import { OPEN_REPORTS, playlistReportEntity, reportedPlaylistEntity, reportsOf } from './report-entities.ts';

interface PageOf {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** A decision of an administrator: who decides, why and when (ISO 8601). */
export interface Decision {
  readonly by: ActBy;
  readonly reason: string;
  readonly now: string;
}

/** The write that closes the open reports of a playlist. Fails when another report arrived since they were read. */
const closeWrite = (table: Table, reported: ReportedPlaylist): Write =>
  reportedWrite(table, reported, { ...reported, open: false, rev: reported.rev + 1 });

const createReads = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => {
  const listDeps = { table, ...deps };
  return {
    /** P12. Playlists with open reports, the one that waits longest first: one query. */
    listReported: (page: PageOf): Promise<ListPage<ReportedPlaylist>> =>
      listPage(listDeps, reportedPlaylistEntity, {
        list: 'reported-playlists',
        index: 'gsi1',
        partition: OPEN_REPORTS,
        descending: false,
        ...page,
      }),

    /** P13. The open reports of a playlist: P12's item, and one query. */
    async listReports(playlistId: string, now: string, page: PageOf): Promise<ListPage<StoredReport>> {
      const reported = await readReported(table, playlistId, now);
      if (!reported?.open) return { items: [], next_cursor: null };
      return listPage(listDeps, playlistReportEntity, {
        list: 'playlist-reports',
        partition: reportsOf(playlistId),
        prefix: 'REPORT#',
        filter: { expression: '#round = :round', names: { '#round': 'round' }, values: { ':round': reported.round } },
        filterName: String(reported.round),
        ...page,
      });
    },

    /** P14. The ids of hidden playlists, most recently hidden first: one query. */
    async listHidden(page: PageOf): Promise<ListPage<string>> {
      const { items, next_cursor } = await listPage(listDeps, listedPlaylistView, {
        list: 'hidden-playlists',
        index: 'gsi2',
        partition: HIDDEN_PLAYLISTS,
        ...page,
      });
      return { items: items.map(({ id }) => id), next_cursor };
    },
  };
};

export type PlaylistModerationRepository = ReturnType<typeof createPlaylistModerationRepository>;

/** Decisions of administrators about playlists. Numbers refer to access-patterns.md. */
export const createPlaylistModerationRepository = (
  table: Table,
  deps: { readonly cursors: Cursors; readonly logger: Logger },
) => {
  /**
   * Hides or shows a playlist with the audit entry, and closes its reports when it is hidden, in one transaction.
   * Undefined when it does not exist. Throws AppError `forbidden` for a playlist of the acting administrator.
   */
  const setHidden = (id: string, isHidden: boolean, { by, reason, now }: Decision) =>
    optimistic<StoredPlaylist | undefined>(async () => {
      const [item, reported] = await Promise.all([
        table.get(playlistEntity.key({ id }), { consistent: true }),
        isHidden ? readReported(table, id, now) : undefined,
      ]);
      const before = item && playlistEntity.parse(item);
      if (!before || before.deleted_at !== undefined) return undefined;
      mustBeOfAnother(before, by.actor.userId);
      if ((before.hidden_at !== undefined) === isHidden) return before;
      const hiding = { hidden_at: isHidden ? now : undefined, hidden_reason: isHidden ? reason : undefined };
      const after: StoredPlaylist = { ...before, ...hiding, revision: before.revision + 1 };
      const set = { ...hiding, revision: after.revision, ...playlistEntity.indexAttributes(after) };
      const action = isHidden ? 'playlist.hidden' : 'playlist.shown';
      const act: AuditAct = {
        ...by,
        action,
        targetId: id,
        before: { hidden: !isHidden },
        after: { hidden: isHidden },
        reason,
      };
      const writes = [
        table.write.update(playlistEntity.key({ id }), { set }, playlistAt(before.revision)),
        auditWrite(table, act, now),
        ...(isHidden ? [reported?.open ? closeWrite(table, reported) : reportedCheck(table, id, reported)] : []),
      ];
      return orRetry(table.transact(writes).then(() => after));
    });

  return {
    ...createReads(table, deps),

    /** P16. Hides a playlist, or shows it again. Undefined when it does not exist. */
    setHidden,

    /**
     * P17. Closes the open reports of a playlist with the audit entry, if there are no newer ones than the caller saw.
     * No effect when none are open.
     */
    async dismissReports(
      id: string,
      revision: number,
      { by, now }: Omit<Decision, 'reason'>,
    ): Promise<'done' | 'newer'> {
      const attempt = async (): Promise<'done' | 'newer' | typeof RETRY> => {
        const reported = await readReported(table, id, now);
        if (!reported?.open) return 'done';
        if (reported.rev !== revision) return 'newer';
        const act: AuditAct = {
          ...by,
          action: 'playlist.reports-dismissed',
          targetId: id,
          before: { reports: reportCountOf(reported) },
          after: { reports: 0 },
        };
        const writes = [closeWrite(table, reported), auditWrite(table, act, now)];
        return orRetry(table.transact(writes).then(() => 'done' as const));
      };
      return optimistic(attempt);
    },
  };
};
