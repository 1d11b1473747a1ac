import { decide, decideUndo } from '../../../lambdas/domain/bulk/decide.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { applyPatch } from '../../../lambdas/domain/content/edit.ts';
import { dueChange } from '../../../lambdas/domain/content/schedule.ts';
import { withDecision, type SafetySummary } from '../../../lambdas/domain/safety/gate.ts';
import type { Verdict } from '../../../lambdas/domain/safety/verdict.ts';
import {
  afterConversion,
  heldForReview,
  mustWait,
  publishedWhenReady,
} from '../../../lambdas/domain/uploads/new-content.ts';
import { someContent, someDraft } from '../../support/content.ts';

const NOW = '2026-11-22T10:00:00.000Z';
const on = { content_moderation: true };
const off = { content_moderation: false };
const { source_version_id: version } = someDraft();
const summary = (verdict: Verdict): SafetySummary => ({
  version_id: version ?? '',
  verdict,
  categories: verdict === 'review' || verdict === 'blocked' ? ['adult'] : [],
  policy_version: 1,
  evidence_digest: 'd',
  rev: 1,
});
const draft = (verdict: Verdict | undefined, fields: Partial<Content> = {}): Content =>
  someDraft({ ...fields, ...(verdict ? { safety: summary(verdict) } : {}) });
const codeOf = (act: () => unknown): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

/** Every path that publishes: whether the item is published, or why not. */
const paths: Readonly<Record<string, (content: Content, settings: typeof on) => boolean>> = {
  'an edit': (content, settings) =>
    codeOf(() => applyPatch(content, { revision: 1, status: 'published' }, undefined, NOW, settings)) === undefined,
  'a bulk job': (content, settings) =>
    decide({ kind: 'publish' }, content, undefined, { now: NOW, settings }).outcome === 'changed',
  'the undo of a bulk job': (content, settings) =>
    decideUndo({ before: { status: 'published' }, after: { status: content.status } }, content, undefined, {
      now: NOW,
      settings,
    }).outcome === 'changed',
  'the schedule': (content, settings) =>
    dueChange({ ...content, publish_at: NOW }, NOW, settings)?.after.status === 'published',
  'the end of the conversion': (content, settings) =>
    afterConversion({ ...content, publish_when_ready: true }, version ?? '', settings, NOW)?.status === 'published',
  'the replacement of a published file': (content, settings) =>
    !mustWait({ ...content, status: 'published', source_version_id: 'the current file' }, version ?? '', settings),
  'the verdict of a waiting item': (content, settings) =>
    publishedWhenReady({ ...content, publish_when_ready: true }, settings, NOW)?.status === 'published',
};

describe.each(Object.entries(paths))('%s', (_name, publishes) => {
  it('publishes what is clear, and what staff approved', () => {
    for (const settings of [on, off]) {
      expect(publishes(draft('clear'), settings)).toBe(true);
      expect(publishes({ ...draft('blocked'), safety: withDecision(summary('blocked'), 'approved') }, settings)).toBe(
        true,
      );
    }
  });

  it('publishes nothing that needs a review, with or without moderation', () => {
    for (const settings of [on, off])
      for (const verdict of ['review', 'blocked'] as const) expect(publishes(draft(verdict), settings)).toBe(false);
  });

  it('publishes what was not fully analyzed only without moderation', () => {
    for (const verdict of ['unknown', undefined] as const) {
      expect(publishes(draft(verdict), off)).toBe(true);
      expect(publishes(draft(verdict), on)).toBe(false);
    }
  });
});

describe('publishing by an edit', () => {
  it('says what is missing', () => {
    const publish = (verdict: Verdict) =>
      codeOf(() => applyPatch(draft(verdict), { revision: 1, status: 'published' }, undefined, NOW, on));
    expect([publish('unknown'), publish('review')]).toEqual(['reason_required', 'review_required']);
  });

  it('contains the approval of an item that was not fully analyzed', () => {
    const patch = { revision: 1, status: 'published', reason: 'I watched it.' } as const;
    expect(applyPatch(draft(undefined), patch, undefined, NOW, on)).toMatchObject({
      status: 'published',
      safety: { verdict: 'unknown', decision: { outcome: 'approved' } },
    });
    expect(applyPatch(draft(undefined), patch, undefined, NOW, off)).not.toHaveProperty('safety');
  });

  it('does not ask again about an item that is published', () => {
    const published = someContent({ safety: summary('review') });
    expect(applyPatch(published, { revision: published.revision, title: 'x' }, undefined, NOW, on)?.status).toBe(
      'published',
    );
  });
});

describe('a scheduled publication that is due while the gate is closed', () => {
  it('waits, so that the verdict or a decision publishes the item', () => {
    expect(dueChange(draft(undefined, { publish_at: NOW }), NOW, on)).toMatchObject({
      act: 'wait',
      after: { status: 'pending', publish_when_ready: true, publish_at: undefined },
    });
  });
});

describe('a replacement', () => {
  const published = someContent({ safety: summary('clear') });

  it('waits with moderation, whatever was decided about the current file, which stays published', () => {
    const approved = { ...published, safety: withDecision(summary('unknown'), 'approved') };
    for (const item of [published, approved]) {
      expect(mustWait(item, 'another-version', on)).toBe(true);
      expect(afterConversion(item, 'another-version', on, NOW)).toBeUndefined();
    }
  });

  it('does not wait without moderation, of an item that is not published, or when the same file is converted', () => {
    expect(mustWait(published, 'another-version', off)).toBe(false);
    expect(mustWait({ ...published, status: 'draft' }, 'another-version', on)).toBe(false);
    expect(mustWait(published, version ?? '', on)).toBe(false);
  });
});

describe('the verdict about a published item', () => {
  const published = someContent();
  const held = (safety: SafetySummary, content = published) => heldForReview(content, safety, NOW);

  it.each(['review', 'blocked'] as const)('unpublishes it until staff decide when it is %s', (verdict) => {
    const changes = held(summary(verdict));
    expect(changes).toMatchObject({ status: 'pending', publish_when_ready: true, published_at: null });
    expect(changes).toMatchObject({ poster_url: null, revision: published.revision + 1 });
  });

  it.each(['clear', 'unknown'] as const)('changes nothing when it is %s', (verdict) => {
    expect(held(summary(verdict))).toBeUndefined();
  });

  it.each(['unknown', 'clear'] as const)('unpublishes it when staff approved it while it was %s', (verdict) => {
    const { decision } = withDecision(summary(verdict), 'approved');
    for (const found of ['review', 'blocked'] as const)
      expect(held({ ...summary(found), decision })).toMatchObject({ status: 'pending', publish_when_ready: true });
  });

  it.each(['review', 'blocked'] as const)('changes nothing once staff decided about a verdict of %s', (verdict) => {
    const { decision } = withDecision(summary(verdict), 'approved');
    expect(held({ ...summary('blocked'), evidence_digest: 'other', decision })).toBeUndefined();
  });

  it('changes nothing when it is about an earlier file', () => {
    expect(held({ ...summary('review'), version_id: 'another-version' })).toBeUndefined();
  });

  it('changes no item that is not published', () => {
    for (const status of ['draft', 'pending'] as const)
      expect(held(summary('blocked'), { ...published, status })).toBeUndefined();
  });
});
