import type { StripeAccount } from '../account.ts';
import { badRequest } from '../errors.ts';
import { createScheduleObject, setItemPrice } from '../objects/subscription.ts';
import type { Price, Subscription, SubscriptionSchedule } from '../types.ts';
import { releaseSchedule } from './end.ts';
import { periodEnd } from './periods.ts';

/** Changes the price when the current period ends. */
export const scheduleChange = (account: StripeAccount, subscription: Subscription, price: Price): void => {
  const [item] = subscription.items.data;
  if (!item) throw badRequest('The subscription has no item.');
  releaseSchedule(account, subscription, undefined);
  const end = item.current_period_end;
  const schedule = account.add(
    createScheduleObject(
      subscription,
      [
        { start: item.current_period_start, end, price: item.price.id, quantity: item.quantity },
        {
          start: end,
          end: periodEnd(subscription.billing_cycle_anchor, end, price),
          price: price.id,
          quantity: item.quantity,
        },
      ],
      account.now(subscription.test_clock),
    ),
  );
  account.emit('subscription_schedule.created', schedule);
  account.update(subscription, { schedule: schedule.id }, 'customer.subscription.updated');
};

/** Begins the phase of a schedule that a renewal reaches. After the last one, the subscription is on its own again. */
export const applySchedule = (account: StripeAccount, subscription: Subscription): void => {
  const schedule = account.find<SubscriptionSchedule>('subscription_schedule', subscription.schedule);
  if (!schedule) return;
  const now = account.now(subscription.test_clock);
  const phase = schedule.phases.find(({ start_date: start, end_date: end }) => start <= now && now < end);
  if (!phase) return releaseSchedule(account, subscription, undefined);
  const price = account.find<Price>('price', phase.items[0]?.price);
  if (price) subscription.items.data = subscription.items.data.map((item) => setItemPrice(item, price));
  account.update(
    schedule,
    { current_phase: { start_date: phase.start_date, end_date: phase.end_date } },
    'subscription_schedule.updated',
  );
};

/** The price that a schedule will set, if any. */
export const scheduledPrice = (account: StripeAccount, subscription: Subscription): Price | undefined => {
  const schedule = account.find<SubscriptionSchedule>('subscription_schedule', subscription.schedule);
  const id = schedule?.phases.at(-1)?.items[0]?.price;
  return id === subscription.items.data[0]?.price.id ? undefined : account.find<Price>('price', id);
};
