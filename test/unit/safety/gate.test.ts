import {
  currentSafety,
  decisionOn,
  gateOf,
  passGate,
  withDecision,
  type SafetySummary,
} from '../../../lambdas/domain/safety/gate.ts';
import type { Verdict } from '../../../lambdas/domain/safety/verdict.ts';

const on = { content_moderation: true };
const off = { content_moderation: false };
const summary = (verdict: Verdict, fields: Partial<SafetySummary> = {}): SafetySummary => ({
  version_id: 'v1',
  verdict,
  categories: verdict === 'review' || verdict === 'blocked' ? ['adult'] : [],
  policy_version: 1,
  evidence_digest: 'digest',
  rev: 1,
  ...fields,
});
const item = (safety?: SafetySummary) => ({ safety, source_version_id: 'v1' });

describe('the publish gate', () => {
  it.each([
    ['clear', 'open', 'open'],
    ['unknown', 'reason-needed', 'open'],
    ['review', 'review-needed', 'review-needed'],
    ['blocked', 'review-needed', 'review-needed'],
  ] as const)('for %s is %s with moderation and %s without', (verdict, moderated, unmoderated) => {
    expect(gateOf(item(summary(verdict)), on)).toBe(moderated);
    expect(gateOf(item(summary(verdict)), off)).toBe(unmoderated);
  });

  it('treats an item that was never analyzed as unknown', () => {
    expect(gateOf(item(), on)).toBe('reason-needed');
    expect(gateOf(item(), off)).toBe('open');
  });

  it('does not count the verdict about an earlier file', () => {
    const replaced = { safety: summary('clear'), source_version_id: 'v2' };
    expect(currentSafety(replaced)).toMatchObject({ verdict: 'unknown', version_id: 'v2', policy_version: null });
    expect(gateOf(replaced, on)).toBe('reason-needed');
    const approved = { safety: withDecision(summary('review'), 'approved'), source_version_id: 'v2' };
    expect(gateOf(approved, on)).toBe('reason-needed');
  });

  it('opens for what staff approved', () => {
    for (const verdict of ['unknown', 'review', 'blocked'] as const)
      expect(gateOf(item(withDecision(summary(verdict), 'approved')), on)).toBe('open');
  });

  it('stays closed for what staff rejected, also when the verdict becomes clear', () => {
    const rejected = withDecision(summary('review'), 'rejected');
    expect(gateOf(item({ ...rejected, verdict: 'clear', categories: [] }), off)).toBe('review-needed');
  });

  it('ends an approval when the verdict becomes more severe or other evidence appears', () => {
    const approved = withDecision(summary('review'), 'approved');
    expect(decisionOn(approved)).toBe('approved');
    expect(decisionOn({ ...approved, verdict: 'blocked' })).toBeUndefined();
    expect(decisionOn({ ...approved, evidence_digest: 'other' })).toBeUndefined();
    expect(decisionOn({ ...approved, categories: ['adult', 'drugs'] })).toBeUndefined();
    expect(decisionOn({ ...approved, verdict: 'clear', categories: [] })).toBe('approved');
    const unknown = withDecision(summary('unknown'), 'approved');
    expect(decisionOn({ ...unknown, verdict: 'review', categories: ['adult'] })).toBeUndefined();
  });
});

describe('publishing through the gate', () => {
  it('needs nothing when the gate is open', () => {
    expect(passGate(item(summary('clear')), on)).toBeUndefined();
    expect(passGate(item(), off, 'A reason that is not needed')).toBeUndefined();
  });

  it('approves an item that was not fully analyzed if staff say why', () => {
    expect(() => passGate(item(), on)).toThrow(expect.objectContaining({ code: 'reason_required' }));
    const approved = passGate(item(), on, 'I watched it.');
    expect(approved?.decision).toMatchObject({ outcome: 'approved', verdict: 'unknown' });
    expect(gateOf(item(approved), on)).toBe('open');
  });

  it('never replaces the review of evidence by a reason', () => {
    for (const safety of [summary('review'), summary('blocked'), withDecision(summary('unknown'), 'rejected')])
      expect(() => passGate(item(safety), off, 'Trust me.')).toThrow(
        expect.objectContaining({ code: 'review_required' }),
      );
  });
});
