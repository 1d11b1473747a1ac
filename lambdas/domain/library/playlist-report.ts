import type { ReportReason } from '../../contract/listening/library.ts';

/** A user's report of a playlist. */
export interface StoredReport {
  readonly playlist_id: string;
  /** The user who sent it. Neither the owner nor administrators see this. */
  readonly user_id: string;
  readonly reason: ReportReason;
  readonly text: string;
  readonly reported_at: string;
  /** The round of the reported playlist that it belongs to. */
  readonly round: number;
}

/**
 * What is known about a reported playlist, without the users who reported it. The reports of a round wait for one
 * decision of an administrator. The first report after a decision starts the next round.
 */
export interface ReportedPlaylist {
  readonly playlist_id: string;
  readonly round: number;
  /** Whether the round waits for a decision. */
  readonly open: boolean;
  /** Number of users who reported it in this round, by reason. */
  readonly counts: Readonly<Partial<Record<ReportReason, number>>>;
  readonly first_reported_at: string;
  readonly last_reported_at: string;
  /** Increases with every write. */
  readonly rev: number;
}

/** What a user says about a playlist. */
export interface NewReport {
  readonly playlist_id: string;
  readonly user_id: string;
  readonly reason: ReportReason;
  readonly text: string;
}

/** A report and its playlist after it was accepted. */
export interface AcceptedReport {
  readonly report: StoredReport;
  readonly reported: ReportedPlaylist;
}

const moreOf = (
  counts: ReportedPlaylist['counts'],
  reason: ReportReason,
  more: number,
): ReportedPlaylist['counts'] => ({ ...counts, [reason]: (counts[reason] ?? 0) + more });

/**
 * Accepts a report, given the user's earlier report and the state of the playlist. A user has one report per playlist:
 * another one replaces it while it waits for a decision, and changes nothing afterwards. Undefined when nothing
 * changes.
 */
export const acceptReport = (
  earlier: StoredReport | undefined,
  before: ReportedPlaylist | undefined,
  { playlist_id, user_id, reason, text }: NewReport,
  now: string,
): AcceptedReport | undefined => {
  if (!earlier) {
    const continued = before?.open ? before : undefined;
    const round = continued?.round ?? (before?.round ?? 0) + 1;
    return {
      report: { playlist_id, user_id, reason, text, reported_at: now, round },
      reported: {
        playlist_id,
        round,
        open: true,
        counts: moreOf(continued?.counts ?? {}, reason, 1),
        first_reported_at: continued?.first_reported_at ?? now,
        last_reported_at: now,
        rev: (before?.rev ?? 0) + 1,
      },
    };
  }
  const waits = before?.open === true && before.round === earlier.round;
  if (!waits || (earlier.reason === reason && earlier.text === text)) return undefined;
  return {
    report: { ...earlier, reason, text },
    reported: {
      ...before,
      counts: moreOf(moreOf(before.counts, earlier.reason, -1), reason, 1),
      rev: before.rev + 1,
    },
  };
};

/** Number of reports that wait for a decision. */
export const reportCountOf = ({ counts }: ReportedPlaylist): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
