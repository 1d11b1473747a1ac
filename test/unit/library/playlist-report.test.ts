import {
  acceptReport,
  reportCountOf,
  type NewReport,
  type ReportedPlaylist,
  type StoredReport,
} from '../../../lambdas/domain/library/playlist-report.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const LATER = '2026-03-02T12:00:00.000Z';
const by = (user: string, fields: Partial<NewReport> = {}): NewReport => ({
  playlist_id: 'pls_1',
  user_id: user,
  reason: 'spam',
  text: '',
  ...fields,
});

/** Sends reports one after another, as the repository does. */
const createRounds = () => {
  const reports = new Map<string, StoredReport>();
  let reported: ReportedPlaylist | undefined;
  return {
    send(report: NewReport, now = NOW): boolean {
      const accepted = acceptReport(reports.get(report.user_id), reported, report, now);
      if (!accepted) return false;
      reports.set(report.user_id, accepted.report);
      reported = accepted.reported;
      return true;
    },
    decide: () => {
      if (reported) reported = { ...reported, open: false, rev: reported.rev + 1 };
    },
    report: (user: string) => reports.get(user),
    state: () => reported,
  };
};

describe('reports of a playlist', () => {
  it('count users by reason, in one round', () => {
    const rounds = createRounds();
    expect([rounds.send(by('ann')), rounds.send(by('bob', { reason: 'other' }), LATER)]).toEqual([true, true]);
    expect(rounds.state()).toEqual({
      playlist_id: 'pls_1',
      round: 1,
      open: true,
      counts: { spam: 1, other: 1 },
      first_reported_at: NOW,
      last_reported_at: LATER,
      rev: 2,
    });
  });

  it('are one per user: the same one changes nothing, another one replaces it', () => {
    const rounds = createRounds();
    rounds.send(by('ann'));
    expect([rounds.send(by('ann'), LATER), rounds.state()?.rev]).toEqual([false, 1]);
    expect(rounds.send(by('ann', { text: 'Look at the title' }), LATER)).toBe(true);
    expect(rounds.send(by('ann', { reason: 'hateful', text: 'Look at the title' }), LATER)).toBe(true);
    expect(rounds.report('ann')).toMatchObject({ reason: 'hateful', text: 'Look at the title', reported_at: NOW });
    expect(rounds.state()).toMatchObject({ counts: { spam: 0, hateful: 1 }, last_reported_at: NOW, rev: 3 });
    expect(reportCountOf(rounds.state() as ReportedPlaylist)).toBe(1);
  });

  it('start a new round after a decision, without the users of the earlier one', () => {
    const rounds = createRounds();
    rounds.send(by('ann'));
    rounds.decide();
    expect(rounds.send(by('ann', { text: 'Again' }), LATER)).toBe(false);
    expect(rounds.send(by('bob', { reason: 'sexual' }), LATER)).toBe(true);
    expect(rounds.state()).toMatchObject({ round: 2, open: true, counts: { sexual: 1 }, first_reported_at: LATER });
    expect(rounds.send(by('ann', { text: 'Again' }), LATER)).toBe(false);
    expect(rounds.report('ann')).toMatchObject({ round: 1, text: '' });
  });
});
