import type { Subscription } from '../../../../lambdas/contract/people/billing.ts';
import type { SubscriptionChange } from './subscription-changes.ts';

/**
 * The change of a subscription that its user would notice. Its code is loaded with the first change, because most
 * visits see none; undefined when it cannot be downloaded.
 */
export const loadChange = async (
  before: Subscription,
  after: Subscription,
): Promise<SubscriptionChange | undefined> => {
  const changes = await import('./subscription-changes.ts').catch(() => undefined);
  return changes?.changeOf(before, after);
};
