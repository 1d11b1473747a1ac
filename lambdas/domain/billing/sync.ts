import { optimistic, RETRY } from '../optimistic.ts';
import { decide, type ProviderState } from './decide.ts';
import {
  ProviderBusy,
  ProviderRejected,
  ProviderUnreachable,
  type PaymentProvider,
  type ProviderSubscription,
} from './provider.ts';
import type { BillingEntry, BillingRecord } from './record.ts';
import type { BillingDeps } from './store.ts';
import type { EventNote } from './stripe-events.ts';

/** Parts that synchronize a user's record with the payment provider. */
export interface SyncDeps extends BillingDeps {
  readonly provider: PaymentProvider;
}

/** Why a record is synchronized, for the history. */
export interface SyncCause {
  /** Type of the provider's event, `check` or `reconcile`. */
  readonly cause: string;
  /** What else the event means. */
  readonly note?: EventNote | undefined;
}

/** Concurrent events of one customer, and a few checks of their screens. */
const MAX_TRIES = 12;

/** Reads everything that decides about a record. */
export const readProvider = async (provider: PaymentProvider, record: BillingRecord): Promise<ProviderState> => {
  const { customer_id: customerId, checkout } = record;
  if (customerId === undefined) return { subscriptions: [], invoices: [], checkout: undefined };
  const [customer, found] = await Promise.all([
    provider.readCustomer(customerId),
    checkout?.session_id === undefined ? undefined : provider.readCheckout(checkout.session_id),
  ]);
  if (customer) return { ...customer, checkout: found };
  // Nothing can be paid for a customer that does not exist.
  const expired = found && { ...found, status: 'expired' as const, url: null };
  return { subscriptions: [], invoices: record.invoices ?? [], checkout: expired, customerMissing: true };
};

/** The entries that a change adds to the history. */
export const entriesOf = (
  before: BillingRecord,
  after: BillingRecord,
  { cause, by = null }: { readonly cause: string; readonly by?: string | null },
  now: number,
): readonly BillingEntry[] => {
  const entry = {
    user_id: after.user_id,
    at: new Date(now).toISOString(),
    plan_before: before.plan,
    plan_after: after.plan,
    source: after.source,
    by,
  };
  const changed = before.plan !== after.plan || before.source !== after.source;
  const raised = (after.alerts ?? []).filter((alert) => !before.alerts?.includes(alert));
  return [
    ...(changed ? [{ ...entry, id: `v${after.version}`, kind: 'plan_changed' as const, cause }] : []),
    ...raised.map((alert) => ({ ...entry, id: `v${after.version}-${alert}`, kind: 'alert' as const, cause: alert })),
  ];
};

/** The entry of a refund or dispute, under the id of its event. */
const noteOf = ({ user_id, plan, source }: BillingRecord, { cause, note }: SyncCause): readonly BillingEntry[] =>
  note ? [{ ...note, user_id, plan_before: plan, plan_after: plan, source, cause, by: null }] : [];

/**
 * Records the card and the address of a running trial. Returns the subscription whose card was used for another user's
 * trial; undefined when there is none.
 */
const findRejectedTrial = async (
  { store, hash, now }: SyncDeps,
  record: BillingRecord,
  subscriptions: readonly ProviderSubscription[],
): Promise<string | undefined> => {
  const at = new Date(now()).toISOString();
  if (record.address_hash && subscriptions.some(({ trial_start: start }) => start !== null))
    await store.markAddress(record.address_hash, at);
  for (const { id, status, card_fingerprint: card } of subscriptions) {
    if (status !== 'trialing' || card === null) continue;
    const [cardHash, userHash] = await Promise.all([hash(`card:${card}`), hash(`user:${record.user_id}`)]);
    if (!(await store.claimCard(cardHash, userHash, at))) return id;
  }
  return undefined;
};

/**
 * Ends a rejected trial before it costs anything. The record says why first: afterwards, the provider only says that
 * the subscription was canceled. Returns the stored record.
 */
const endRejectedTrial = async (
  { store, provider }: SyncDeps,
  before: BillingRecord,
  subscriptionId: string,
): Promise<BillingRecord | typeof RETRY> => {
  const rejected = before.trial_rejected ? before : { ...before, version: before.version + 1, trial_rejected: true };
  if (rejected !== before && !(await store.save(before, rejected))) return RETRY;
  await provider.cancel(subscriptionId);
  return rejected;
};

/**
 * The address that the customer has at the provider, after the user's own was stored there unless it is the `known`
 * one. A failure waits for the next look: the plan matters more.
 */
const followAddress = async (
  { store, provider }: SyncDeps,
  { user_id: userId, customer_id: customerId }: BillingRecord,
  known: string | undefined,
): Promise<string | undefined> => {
  if (customerId === undefined) return known;
  const email = await store.emailOf(userId);
  if (email === undefined || email === '' || email === known) return known;
  try {
    await provider.updateCustomer(customerId, { email });
    return email;
  } catch (error) {
    const isProviders =
      error instanceof ProviderRejected || error instanceof ProviderUnreachable || error instanceof ProviderBusy;
    if (!isProviders) throw error;
    return known;
  }
};

/**
 * Makes a user's record and plan what the payment provider says. In this order: read the record with its version, read
 * the provider, write on condition of the version, and raise the version even if nothing changed. So a slow writer
 * never overwrites what a later one read: it fails, and starts again. Returns undefined when the user has no record.
 * Throws `ProviderUnreachable` without having changed anything.
 */
export const syncBilling = async (
  deps: SyncDeps,
  userId: string,
  cause: SyncCause,
): Promise<BillingRecord | undefined> => {
  /** The address that an earlier try has sent, which the record does not contain yet. */
  let sent: string | undefined;
  return optimistic<BillingRecord | undefined>(
    async () => {
      const stored = await deps.store.read(userId);
      if (!stored) return undefined;
      // Before the provider is read: an event that happens meanwhile is later than `synced_at`, so it counts as missed.
      const now = deps.now();
      const found = await readProvider(deps.provider, stored);
      const rejected = await findRejectedTrial(deps, stored, found.subscriptions);
      const before = rejected === undefined ? stored : await endRejectedTrial(deps, stored, rejected);
      if (before === RETRY) return RETRY;
      const state = rejected === undefined ? found : await readProvider(deps.provider, before);
      const known = sent ?? before.customer_email;
      const email = state.customerMissing ? known : await followAddress(deps, before, known);
      if (email !== known) sent = email;
      const after: BillingRecord = {
        ...decide(before, state, { now, graceDays: deps.graceDays }),
        ...(email === undefined ? {} : { customer_email: email }),
        version: before.version + 1,
      };
      const entries = [...entriesOf(before, after, cause, now), ...noteOf(after, cause)];
      return (await deps.store.save(before, after, entries)) ? after : RETRY;
    },
    { tries: MAX_TRIES, backOff: deps.pause },
  );
};
