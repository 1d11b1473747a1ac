import type { Subscription } from '../../../lambdas/contract/people/billing.ts';
import { planFacts } from '../../../lambdas/contract/people/plans.ts';
import type { Plan } from '../../../lambdas/contract/shared.ts';
import { offerOf, type PlanOffer } from '../../../web/src/features/billing/plan-offers.ts';
import { paid, paidBelowGiven, PERIOD_END, onTrial, subscription } from '../support/subscription.ts';

const current = { kind: 'current' } as const;
const none = { kind: 'none' } as const;
const later = { kind: 'later', at: PERIOD_END } as const;
const offers = (...selections: Extract<PlanOffer, { kind: 'selections' }>['selections']): PlanOffer => ({
  kind: 'selections',
  selections,
});
const [premium, creator, business] = [offers('premium'), offers('creator'), offers('business')];
const given = { subscribed: true, manageable: false, source: 'complimentary', state: 'none' } as const;

describe('offers of the four plans', () => {
  it.each<[string, Subscription, readonly PlanOffer[]]>([
    ['a new user', subscription(), [current, offers('premium-trial', 'premium'), creator, business]],
    [
      'a user whose trial is over',
      subscription({
        trial: { available: false, ends_at: null, rejected: false },
        state: 'canceled',
        manageable: true,
      }),
      [current, premium, creator, business],
    ],
    ['a subscriber', paid('premium'), [offers('free'), current, creator, business]],
    ['a user in a trial', onTrial(), [offers('free'), current, creator, business]],
    [
      'a subscriber with a failed payment',
      paid('creator', { state: 'past_due' }),
      [offers('free'), premium, current, business],
    ],
    ['a subscriber who canceled', paid('premium', { cancels_at: PERIOD_END }), [later, current, creator, business]],
    [
      'a subscriber who downgraded',
      paid('creator', { next_plan: 'premium' }),
      [offers('free'), later, current, business],
    ],
    ['a user with a complimentary plan', subscription({ ...given, plan: 'creator' }), [none, none, current, business]],
    ['a subscriber with a larger complimentary plan', paidBelowGiven(), [offers('free'), current, none, current]],
    [
      'a subscriber with a larger complimentary plan who downgraded',
      paidBelowGiven({ subscription_plan: 'creator', next_plan: 'premium' }),
      [offers('free'), none, current, current],
    ],
    [
      'a subscriber with a larger complimentary plan who canceled',
      paidBelowGiven({ cancels_at: PERIOD_END }),
      [none, current, none, current],
    ],
    [
      'one whose complimentary plan ends before the subscription',
      paidBelowGiven({ cancels_at: PERIOD_END, plan_after_subscription: 'free' }),
      [later, current, none, current],
    ],
    [
      'a subscriber whose plan ended because of a failed payment, with a smaller complimentary plan',
      paidBelowGiven({ state: 'past_due', subscription_plan: 'business', plan: 'creator' }),
      [offers('free'), none, current, business],
    ],
    ['a user while buying is off', subscription({ buying: 'off' }), [current, none, none, none]],
    ['a subscriber while buying is off', paid('premium', { buying: 'off' }), [none, current, none, none]],
  ])('%s', (_, of, expected) => {
    expect((Object.keys(planFacts) as Plan[]).map((plan) => offerOf(plan, of))).toEqual(expected);
  });
});
