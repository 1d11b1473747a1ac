import { ReportReason } from '../../contract/listening/library.ts';
import { endpoints } from '../../contract/index.ts';
import { reportCountOf } from '../../domain/library/playlist-report.ts';
import { route } from '../../http/route.ts';
import type { ModerationDeps } from './deps.ts';
import { withOwners } from './with-owners.ts';

/** Lists playlists with open reports, the one that waits longest first. */
export const listReportedPlaylists = ({ decisions, playlists, profiles }: ModerationDeps) =>
  route(endpoints['moderation.list-reported-playlists'], async ({ query: { cursor, limit } }) => {
    const { items, next_cursor } = await decisions.listReported({ cursor, limit });
    const found = await playlists.getMany(items.map(({ playlist_id: id }) => id));
    const views = await withOwners(profiles, [...found.values()]);
    const viewOf = new Map(views.map((view) => [view.id, view]));
    return {
      status: 200,
      body: {
        items: items.flatMap((reported) => {
          // Deleted playlists disappear with their reports, a moment later.
          const playlist = viewOf.get(reported.playlist_id);
          if (!playlist) return [];
          const { counts, first_reported_at, last_reported_at, rev: revision } = reported;
          const reasons = ReportReason.options.flatMap((reason) => {
            const count = counts[reason] ?? 0;
            return count > 0 ? [{ reason, count }] : [];
          });
          return [
            { playlist, report_count: reportCountOf(reported), reasons, first_reported_at, last_reported_at, revision },
          ];
        }),
        next_cursor,
      },
    };
  });
