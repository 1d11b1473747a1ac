import type { Subscription } from '../../../lambdas/contract/people/billing.ts';
import { changeOf } from '../../../web/src/features/billing/subscription-changes.ts';
import { invoice, onTrial, paid, paidBelowGiven, PERIOD_END, subscription } from '../support/subscription.ts';

const canceled = paid('premium', { cancels_at: PERIOD_END });
const downgraded = paid('creator', { next_plan: 'premium' });
const given = subscription({ plan: 'business', source: 'complimentary', plan_after_subscription: 'business' });
const canceledBelowGiven = paidBelowGiven({ cancels_at: PERIOD_END });
const downgradedBelowGiven = paidBelowGiven({ subscription_plan: 'creator', next_plan: 'premium' });

it.each<[string, Subscription, Subscription, string | undefined]>([
  ['a trial', subscription(), onTrial(), 'Your free trial of Premium runs until December 3, 2026.'],
  ['a purchase', subscription(), paid('premium'), 'You now have the Premium plan.'],
  ['the end of a trial', onTrial(), paid('premium'), undefined],
  ['an upgrade', paid('premium'), paid('business'), 'You now have the Business Enterprise plan.'],
  [
    'an upgrade in the trial',
    onTrial(),
    onTrial({ plan: 'creator', subscription_plan: 'creator' }),
    'You now have the Creator Pro plan.',
  ],
  ['a cancellation', paid('premium'), canceled, 'Your Premium plan ends on December 3, 2026. You keep it until then.'],
  ['a resumption', canceled, paid('premium'), 'Your Premium plan continues.'],
  ['the end', canceled, subscription({ state: 'canceled' }), 'You now have the Free plan.'],
  ['a downgrade', paid('creator'), downgraded, 'Your subscription switches to the Premium plan on December 3, 2026.'],
  ['a downgrade that was undone', downgraded, paid('creator'), 'Your Creator Pro plan continues.'],
  ['a downgrade that took effect', downgraded, paid('premium'), 'You now have the Premium plan.'],
  ['a payment after a failure', paid('premium', { state: 'past_due' }), paid('premium'), 'Your payment was received.'],
  [
    'a trial below a complimentary plan',
    given,
    paidBelowGiven({ trial: onTrial().trial }),
    'Your free trial of Premium runs until December 3, 2026.',
  ],
  [
    'a cancellation below a complimentary plan',
    paidBelowGiven(),
    canceledBelowGiven,
    'Your Premium plan ends on December 3, 2026. You keep it until then.',
  ],
  ['a resumption below a complimentary plan', canceledBelowGiven, paidBelowGiven(), 'Your Premium plan continues.'],
  ['the end below a complimentary plan', canceledBelowGiven, { ...given, state: 'canceled' }, undefined],
  ['a downgrade below a complimentary plan that took effect', downgradedBelowGiven, paidBelowGiven(), undefined],
  ['a failed payment', paid('premium'), paid('premium', { state: 'past_due' }), undefined],
  ['a renewal', paid('premium'), paid('premium', { period_end: '2027-01-03T12:00:00.000Z' }), undefined],
  ['an invoice', paid('premium'), paid('premium', { invoices: [invoice()] }), undefined],
])('the text about %s', (_, before, after, description) => {
  expect(changeOf(before, after)).toEqual(description && { title: 'Plan Updated', description });
});

it('says that a trial was rejected because of its card', () => {
  const rejected = subscription({ state: 'canceled', trial: { available: false, ends_at: null, rejected: true } });
  expect(changeOf(subscription(), rejected)).toEqual({
    title: 'Trial Expired',
    description: 'You have already used your free trial. Please choose a paid plan.',
  });
});
