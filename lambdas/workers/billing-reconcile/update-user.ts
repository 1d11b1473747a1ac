import { syncBilling, type SyncCause } from '../../domain/billing/sync.ts';
import type { Logger } from '../../domain/logger.ts';
import type { BillingParts } from '../../platform/stripe/billing-parts.ts';
import { BUDGET_MS } from './missed-users.ts';

/** What updating a user depends on. */
interface UpdateUserDeps extends BillingParts {
  readonly logger: Logger;
}

/**
 * Updates a user's plan, then throws when the customer needs an operator: the run fails, and so do its retries, because
 * such a record is due again at once. So it ends in the failure queue, whose alarm reports it.
 */
export const updateUser = async (deps: UpdateUserDeps, userId: string, cause: SyncCause): Promise<void> => {
  const provider = deps.stripe.within(BUDGET_MS);
  const record = await syncBilling({ ...deps, provider }, userId, cause);
  if (!record) return;
  const { plan, version, alerts = [], customer_id: customerId } = record;
  deps.logger.info('Plan reconciled with Stripe', { plan, version });
  if (alerts.length > 0) throw new Error(`Customer ${customerId ?? 'unknown'} needs an operator: ${alerts.join(', ')}`);
};
