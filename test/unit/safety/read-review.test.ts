import type { SafetyDeps } from '../../../lambdas/api/safety/deps.ts';
import { readReview } from '../../../lambdas/api/safety/read-review.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { neverEvaluated, summaryOf } from '../../../lambdas/domain/safety/review.ts';
import { someContent } from '../../support/content.ts';

const published = someContent();
const verdict = {
  ...neverEvaluated(published.id, published.source_version_id ?? '', published.updated_at),
  verdict: 'review' as const,
  rev: 1,
};

/** Dependencies that return these states of the item, one after another, and count the reads. */
const readingItems = (...states: readonly Content[]) => {
  const world = { reads: 0 };
  const deps = {
    content: { get: async () => states[world.reads++] },
    reviews: { readRecord: async () => ({ verdict, decisions: [], appeal: undefined }) },
    results: { list: async () => [] },
    transcripts: { readHead: async () => undefined },
    now: () => published.updated_at,
  } as unknown as SafetyDeps;
  return { world, read: () => readReview(deps, published.id, 'admin') };
};

describe('the review of a title', () => {
  it('shows the status after a verdict that was stored between its reads', async () => {
    const held: Content = { ...published, status: 'pending', safety: summaryOf(verdict) };
    expect((await readingItems(published, held).read()).content.status).toBe('pending');
  });

  it('reads an item with a copy of the current verdict once', async () => {
    const { world, read } = readingItems({ ...published, safety: summaryOf(verdict) });
    expect((await read()).content.status).toBe('published');
    expect(world.reads).toBe(1);
  });

  it('stays about the file that it was asked for when the file is replaced meanwhile', async () => {
    const replaced: Content = { ...published, source_version_id: 'v9' };
    expect((await readingItems(published, replaced).read()).content).toBe(published);
  });
});
