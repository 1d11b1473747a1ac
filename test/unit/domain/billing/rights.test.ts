import { currentRights, newAccountRights, type Rights } from '../../../../lambdas/domain/accounts/actor.ts';
import { inDays, NOW } from '../../../support/billing/provider-stub.ts';

const rights = (fields: Partial<Rights>): Rights => ({ ...newAccountRights('user-1'), plan: 'creator', ...fields });

it.each<[string, Partial<Rights>, string]>([
  ['a plan without an end', {}, 'creator'],
  ['a plan before its end', { plan_until: inDays(0.001) }, 'creator'],
  ['a plan at its end', { plan_until: inDays(0) }, 'free'],
  ['a plan after its end', { plan_until: inDays(-100) }, 'free'],
  ['a plan that another one follows', { plan_until: inDays(-1), plan_after: 'premium' }, 'premium'],
])('%s', (_name, fields, plan) => {
  expect(currentRights(rights(fields), NOW).plan).toBe(plan);
});

it('changes nothing else, whatever the plan', () => {
  const before = rights({ role: 'moderator', disabled: true, plan_until: inDays(-1) });
  expect(currentRights(before, NOW)).toEqual({ user_id: 'user-1', role: 'moderator', disabled: true, plan: 'free' });
});
