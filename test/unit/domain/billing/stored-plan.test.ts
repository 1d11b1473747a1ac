import { currentPlan, type StoredPlan } from '../../../../lambdas/domain/accounts/stored-plan.ts';
import { inDays, NOW } from '../../../support/billing/provider-stub.ts';

it.each<[string, Partial<StoredPlan>, string]>([
  ['a plan without an end', {}, 'creator'],
  ['a plan before its end', { plan_until: inDays(0.001) }, 'creator'],
  ['a plan at its end', { plan_until: inDays(0) }, 'free'],
  ['a plan after its end', { plan_until: inDays(-100) }, 'free'],
  ['a plan that another one follows', { plan_until: inDays(-1), plan_after: 'premium' }, 'premium'],
])('%s', (_name, fields, plan) => {
  expect(currentPlan({ plan: 'creator', ...fields }, NOW)).toBe(plan);
});

it('a user who never had a plan', () => {
  expect(currentPlan(undefined, NOW)).toBe('free');
});
