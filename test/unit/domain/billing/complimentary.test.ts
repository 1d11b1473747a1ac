import { endComplimentary, giveComplimentary } from '../../../../lambdas/domain/billing/complimentary.ts';
import type { Complimentary } from '../../../../lambdas/domain/billing/record.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const LATER = '2026-03-01T00:00:00.000Z';
const [ADMIN, OTHER] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const gift = { plan: 'premium', until: LATER, reason: 'Speaks at our event' } as const;
const given: Complimentary = { ...gift, given_by: ADMIN, given_at: NOW };

const thrown = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as { readonly code?: string }).code ?? error;
  }
};

describe('giving a complimentary plan', () => {
  it.each([
    ['to a user who has none', undefined, null, { ...given, given_at: LATER }],
    ['in place of the one that was seen', { ...given, plan: 'creator' as const }, NOW, { ...given, given_at: LATER }],
    ['again, which changes nothing', given, null, undefined],
    ['when there is another one than was seen', { ...given, given_by: OTHER }, null, 'version_conflict'],
    ['when the one that was seen has ended', undefined, NOW, 'version_conflict'],
  ])('%s', (_what, current, replaces, result) => {
    const until = '2026-04-01T00:00:00.000Z';
    const before = current && { ...current, until };
    const after = typeof result === 'object' ? { ...result, until } : result;
    expect(thrown(() => giveComplimentary({ ...gift, until }, replaces, ADMIN, LATER)(before))).toEqual(after);
  });

  it.each([
    ['now', NOW, 'validation_failed'],
    ['in the past', '2025-03-01T00:00:00.000Z', 'validation_failed'],
    ['in the future', LATER, { ...given }],
    ['never', null, { ...given, until: null }],
  ])('that ends %s', (_when, until, result) => {
    expect(thrown(() => giveComplimentary({ ...gift, until }, null, ADMIN, NOW)(undefined))).toEqual(result);
  });
});

describe('ending a complimentary plan', () => {
  it.each([
    ['that was seen', given, null],
    ['again, which changes nothing', undefined, undefined],
    ['that replaced the one that was seen', { ...given, given_at: LATER }, 'version_conflict'],
  ])('%s', (_what, current, result) => {
    expect(thrown(() => endComplimentary(NOW)(current))).toEqual(result);
  });
});
