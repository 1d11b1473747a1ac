import { counterChanges, type BillingCounter } from '../../../../lambdas/domain/billing/counters.ts';
import { planFigures } from '../../../../lambdas/domain/billing/plan-figures.ts';
import { newBillingRecord, type BillingRecord } from '../../../../lambdas/domain/billing/record.ts';
import { paidPlans } from '../../../../lambdas/contract/people/plans.ts';
import { SubscriptionState, type PlanSource } from '../../../../lambdas/contract/people/billing.ts';
import { createRandom, newSeed } from '../../../support/random.ts';

const AT = '2026-02-01T00:00:00.000Z';

describe('the figures of plans', () => {
  it('are the list prices of paid subscriptions, in exact cents', () => {
    const counts = {
      stripe_premium: 40,
      complimentary_premium: 2,
      manual_creator: 1,
      stripe_creator: 2,
      active_premium: 29,
      past_due_premium: 1,
      trialing_premium: 10,
      active_creator: 3,
      active_business: 1,
    };
    expect(planFigures(counts, 100)).toEqual({
      users: { free: 55, premium: 42, creator: 3, business: 0 },
      paying: { premium: 30, creator: 3, business: 1 },
      mrr: 30 * 1999 + 3 * 14_999 + 29_999,
    });
  });

  it('are zero without counters, and never negative while the number of users is behind', () => {
    const none = { premium: 0, creator: 0, business: 0 };
    expect(planFigures({}, 3)).toEqual({ users: { free: 3, ...none }, paying: none, mrr: 0 });
    expect(planFigures({ stripe_premium: 2 }, 1).users.free).toBe(0);
  });

  it('are what counting everyone from scratch gives, after any changes', () => {
    const seed = newSeed();
    const next = createRandom(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
    const users = new Map<number, BillingRecord>();
    const counts: Partial<Record<BillingCounter, number>> = {};
    for (let change = 0; change < 500; change += 1) {
      const user = Math.floor(next() * 20);
      const state = pick(SubscriptionState.options);
      const source = pick<PlanSource>(['stripe', 'complimentary', 'manual', 'free']);
      const bought = pick(paidPlans);
      const after: BillingRecord = {
        ...newBillingRecord(`user-${user}`, 'free'),
        plan: source === 'free' ? 'free' : pick(paidPlans),
        source,
        subscription: {
          id: 'sub_1',
          item_id: 'si_1',
          state,
          plan: bought,
          until: AT,
          period_end: AT,
          trial_ends_at: null,
          cancels_at: null,
          next_plan: null,
          payment: null,
        },
      };
      for (const [name, by] of Object.entries(counterChanges(users.get(user), after)))
        counts[name as BillingCounter] = (counts[name as BillingCounter] ?? 0) + by;
      users.set(user, after);
    }
    const everyone = [...users.values()];
    const figures = planFigures(counts, everyone.length);
    for (const plan of paidPlans) {
      const having = everyone.filter((one) => one.plan === plan).length;
      const paying = everyone.filter(
        ({ subscription }) => subscription?.plan === plan && /^(active|past_due)$/.test(subscription.state),
      ).length;
      expect([seed, figures.users[plan], figures.paying[plan]]).toEqual([seed, having, paying]);
    }
    expect([seed, figures.users.free]).toEqual([seed, everyone.filter(({ plan }) => plan === 'free').length]);
  });
});
