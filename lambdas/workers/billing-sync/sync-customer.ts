import type { BillingRepository } from '../../data/billing/billing-repository.ts';
import { noteOfEvent } from '../../domain/billing/stripe-events.ts';
import { syncBilling, type SyncCause } from '../../domain/billing/sync.ts';
import type { Logger } from '../../domain/logger.ts';
import type { AppEvent } from '../../events/app-events.ts';
import type { BillingParts } from '../../platform/stripe/billing-parts.ts';

/** Dependencies of the worker. */
export interface SyncCustomerDeps extends BillingParts {
  readonly customers: Pick<BillingRepository, 'userOf'>;
  readonly logger: Logger;
}

/** Milliseconds that one event may take at Stripe. */
const BUDGET_MS = 40_000;

/**
 * Reads the customer of an event from Stripe and updates the user's plan. Throws at the end when the customer needs an
 * operator, so that the event ends in the failure queue, whose alarm reports it. Another stage's customer, and that of
 * an erased user, are ignored.
 */
export const syncCustomer = async (
  deps: SyncCustomerDeps,
  { eventId, type, at, objectId, customerId }: AppEvent<'StripeEventReceived.v1'>,
): Promise<void> => {
  const provider = deps.stripe.within(BUDGET_MS);
  const customer = customerId ?? (await provider.customerOf(objectId));
  const userId = customer && (await deps.customers.userOf(customer));
  if (!userId) return deps.logger.info('Event of Stripe ignored: no such customer', { eventId, type });
  const cause: SyncCause = { cause: type, note: noteOfEvent({ id: eventId, type, at, objectId }) };
  const record = await syncBilling({ ...deps, provider }, userId, cause);
  if (!record) return deps.logger.warn('Event of Stripe ignored: the user was erased', { eventId, type });
  const { plan, source, version, subscription, alerts = [] } = record;
  deps.logger.info('Plan updated from Stripe', {
    eventId,
    type,
    plan,
    source,
    version,
    state: subscription?.state ?? 'none',
  });
  if (alerts.length > 0) throw new Error(`Customer ${customer} needs an operator: ${alerts.join(', ')}`);
};
