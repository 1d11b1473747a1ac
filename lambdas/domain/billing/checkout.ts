import type { PlanChoice } from '../../contract/people/billing.ts';
import { trialFacts, type PaidPlan } from '../../contract/people/plans.ts';
import { AppError } from '../app-error.ts';
import { optimistic, RETRY } from '../optimistic.ts';
import { decide } from './decide.ts';
import {
  CustomerMissing,
  ProviderRejected,
  ProviderUnreachable,
  type PortalPage,
  type ProviderCheckout,
} from './provider.ts';
import type { BillingRecord, Checkout, SubscriptionSnapshot } from './record.ts';
import { ENDED } from './subscription.ts';
import { entriesOf, readProvider, type SyncDeps } from './sync.ts';
import { watched } from './watch.ts';

/** Parts that open a checkout. */
export interface CheckoutDeps extends SyncDeps {
  /** A new id for a checkout. */
  readonly newId: () => string;
}

/** The user who buys. */
export interface Buyer {
  readonly userId: string;
  /** Empty when it is unknown. */
  readonly email: string;
  readonly name: string;
}

/** How long a checkout can be paid. Stripe allows 30 minutes to 24 hours. */
const CHECKOUT_MS = 60 * 60 * 1000;
/** Concurrent calls of one user that can write before one of them has opened a checkout. */
const MAX_TRIES = 30;

const planOf = (choice: PlanChoice): PaidPlan => (choice === 'premium-trial' ? trialFacts.plan : choice);

const at = (now: number): string => new Date(now).toISOString();

/** Whether a subscription must be changed or paid instead of buying another. An incomplete one expires. */
const blocksCheckout = ({ state, plan, payment }: SubscriptionSnapshot, choice: PlanChoice): boolean =>
  state === 'incomplete' ? plan === choice && payment?.url != null : !ENDED.has(state);

/**
 * Where a user with a subscription gets the plan: the address of a payment, or a page of the portal. Throws when that
 * is impossible or needless.
 */
const changeOf = (subscription: SubscriptionSnapshot, choice: PlanChoice): string | PortalPage => {
  if (choice === 'premium-trial') throw new AppError('TRIAL_ACTIVE_SUBSCRIPTION');
  const { id, item_id, state, plan, payment, cancels_at: cancelsAt, next_plan: nextPlan } = subscription;
  if (payment?.url) return payment.url;
  const unpaid = state !== 'trialing' && state !== 'active';
  const same = plan === choice;
  if (same && !unpaid && cancelsAt === null && nextPlan === null) throw new AppError('already_subscribed');
  if (unpaid) return { page: 'update_card' };
  // A planned end or change is undone on the first page.
  if (same || cancelsAt !== null || nextPlan !== null) return { page: 'home' };
  return { page: 'change_plan', subscription_id: id, item_id, plan: choice };
};

/** Writes what a checkout became. No effect when the record has another checkout by now. */
const settle = (
  { store, pause }: CheckoutDeps,
  userId: string,
  checkoutId: string,
  settled: (checkout: Checkout) => Checkout | undefined,
): Promise<void> =>
  optimistic<void>(
    async () => {
      const before = await store.read(userId);
      if (before?.checkout?.id !== checkoutId) return undefined;
      const checkout = settled(before.checkout);
      if (checkout?.session_id !== undefined && checkout.session_id === before.checkout.session_id) return undefined;
      const after = { ...before, version: before.version + 1, checkout };
      return (await store.save(before, after)) ? undefined : RETRY;
    },
    { tries: MAX_TRIES, backOff: pause },
  );

/**
 * Opens the checkout of a record, or returns it if an earlier call did: the provider answers a repeated call with the
 * same id as it answered the first. Returns the error when the provider rejects it, and then the record no longer has
 * it. Throws `CustomerMissing` when it is rejected because of the customer.
 */
const open = async (
  deps: CheckoutDeps,
  record: BillingRecord,
  customerId: string,
  checkout: Checkout,
): Promise<ProviderCheckout | ProviderRejected> => {
  const { id, choice, until } = checkout;
  try {
    const opened = await deps.provider.openCheckout({
      id,
      user_id: record.user_id,
      customer_id: customerId,
      plan: planOf(choice),
      trial_days: choice === 'premium-trial' ? trialFacts.days : undefined,
      until,
    });
    await settle(deps, record.user_id, id, (kept) => ({
      ...kept,
      session_id: opened.id,
      ...(opened.url === null ? {} : { url: opened.url }),
    }));
    return opened;
  } catch (error) {
    // Without a response, the checkout may be open. The same call then returns it, so it keeps its place.
    const failed = error instanceof ProviderUnreachable && error.answered;
    if (failed || error instanceof ProviderRejected) await settle(deps, record.user_id, id, () => undefined);
    if (!(error instanceof ProviderRejected) || error instanceof CustomerMissing) throw error;
    return error;
  }
};

/**
 * What becomes of a checkout that is open already: its address, if it is for the same choice. One for another choice is
 * expired first, so that two are never open. `RETRY` when the record must be read again.
 */
const reuse = async (
  deps: CheckoutDeps,
  record: BillingRecord,
  customerId: string,
  checkout: Checkout,
  choice: PlanChoice,
): Promise<string | typeof RETRY | undefined> => {
  const found =
    checkout.session_id === undefined
      ? await open(deps, record, customerId, checkout)
      : await deps.provider.readCheckout(checkout.session_id);
  if (found instanceof ProviderRejected) return RETRY;
  if (found.status !== 'open' || found.url === null) return undefined;
  if (checkout.choice === choice) return found.url;
  await deps.provider.expireCheckout(found.id);
  return undefined;
};

/** Throws unless the user can start a trial. */
const assertTrial = async (
  { store }: CheckoutDeps,
  record: BillingRecord,
  addressHash: string | undefined,
): Promise<void> => {
  const isMarked = addressHash !== undefined && (await store.hasAddressMark(addressHash));
  if (record.trial_used_at !== undefined || isMarked) throw new AppError('TRIAL_ALREADY_USED');
};

type WithCustomer = BillingRecord & { readonly customer_id: string };

/** The record with the user's customer at the provider. */
const withCustomer = async (
  { provider, store }: CheckoutDeps,
  record: BillingRecord,
  { userId, email, name }: Buyer,
): Promise<WithCustomer | typeof RETRY> => {
  const { customer_id: known, lost_customer_id: replaces } = record;
  if (known !== undefined) return { ...record, customer_id: known };
  const customerId = await provider.createCustomer({ user_id: userId, email, name, replaces });
  const customer = { customer_id: customerId, ...(email === '' ? {} : { customer_email: email }) };
  const after = { ...record, version: record.version + 1, ...customer };
  return (await store.save(record, after)) ? after : RETRY;
};

/** Forgets a customer that the provider does not have any more, so that the next try creates another. */
const dropCustomer = async (
  { store }: CheckoutDeps,
  { user_id: userId, customer_id: lost }: WithCustomer,
): Promise<typeof RETRY> => {
  const before = await store.read(userId);
  // Otherwise, another call has dropped it.
  if (before?.customer_id === lost) {
    const { version } = before;
    const without = { customer_id: undefined, customer_email: undefined, lost_customer_id: lost, checkout: undefined };
    await store.save(before, { ...before, version: version + 1, ...without });
  }
  return RETRY;
};

/** Opens what the user asked for, after the record `before`. `RETRY` when the record must be read again. */
const tryToBuy = async (
  deps: CheckoutDeps,
  before: WithCustomer,
  { userId, email }: Buyer,
  choice: PlanChoice,
): Promise<string | typeof RETRY> => {
  const { customer_id: customerId, checkout } = before;
  if (checkout && Date.parse(checkout.until) > deps.now()) {
    const reused = await reuse(deps, before, customerId, checkout, choice);
    if (reused !== undefined) return reused;
  }
  const current = checkout && checkout.session_id === undefined ? await deps.store.read(userId) : before;
  if (!current) return RETRY;
  const now = deps.now();
  const state = await readProvider(deps.provider, current);
  if (state.customerMissing) return dropCustomer(deps, before);
  const synced = decide(current, state, { now, graceDays: deps.graceDays });
  const { subscription } = synced;
  const version = current.version + 1;
  const save = (after: BillingRecord): Promise<boolean> =>
    deps.store.save(current, after, entriesOf(current, after, { cause: 'check' }, now));
  if (subscription && blocksCheckout(subscription, choice)) {
    const change = changeOf(subscription, choice);
    if (!(await save(watched({ ...synced, version }, now)))) return RETRY;
    return typeof change === 'string' ? change : deps.provider.openPortal(customerId, change);
  }
  // The address is unknown when the profile was made from an access token.
  const addressHash = email === '' ? undefined : await deps.hash(`address:${email.toLowerCase()}`);
  if (choice === 'premium-trial') await assertTrial(deps, synced, addressHash);
  const opening: Checkout = { id: deps.newId(), choice, until: at(now + CHECKOUT_MS) };
  const taken: BillingRecord = {
    ...synced,
    version,
    checkout: opening,
    ...(choice === 'premium-trial' && addressHash !== undefined ? { address_hash: addressHash } : {}),
    // What the last checkout ended with says nothing about this one.
    trial_rejected: undefined,
  };
  const after = watched(taken, now);
  if (!(await save(after))) return RETRY;
  const opened = await open(deps, after, customerId, opening);
  if (opened instanceof ProviderRejected) throw opened;
  if (opened.url === null) throw new AppError('billing_unavailable');
  return opened.url;
};

/**
 * The address at which a user buys a plan: a checkout, or, with a subscription, the page that confirms the change of
 * plan. A user has at most one open checkout, because its place in the record is taken before it is opened, on
 * condition that nothing was written since the provider was read. `start` returns the record of a user without one.
 */
export const createCheckout = (
  deps: CheckoutDeps,
  buyer: Buyer,
  choice: PlanChoice,
  start: () => Promise<BillingRecord>,
): Promise<string> =>
  optimistic<string>(
    async () => {
      const before = await withCustomer(deps, (await deps.store.read(buyer.userId)) ?? (await start()), buyer);
      if (before === RETRY) return RETRY;
      try {
        return await tryToBuy(deps, before, buyer, choice);
      } catch (error) {
        if (error instanceof CustomerMissing) return dropCustomer(deps, before);
        throw error;
      }
    },
    {
      tries: MAX_TRIES,
      backOff: deps.pause,
      exhausted: () => {
        throw new AppError('checkout_in_progress');
      },
    },
  );
