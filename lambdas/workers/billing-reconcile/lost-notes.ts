import type { BillingRepository } from '../../data/billing/billing-repository.ts';
import type { ProviderEvent } from '../../domain/billing/provider.ts';
import { noteOfEvent } from '../../domain/billing/stripe-events.ts';
import type { SyncCause } from '../../domain/billing/sync.ts';
import type { BillingParts } from '../../platform/stripe/billing-parts.ts';
import { BUDGET_MS } from './missed-users.ts';

/** What finding lost notes depends on. */
export interface LostNotesDeps extends Pick<BillingParts, 'stripe'> {
  readonly records: Pick<BillingRepository, 'userOf' | 'hasEntry'>;
}

/**
 * The refunds and disputes that the history of their user lacks: their events were lost. Whether the plan was read
 * since says nothing about that, because a later event may have updated it.
 */
export const lostNotes = async (
  { stripe, records }: LostNotesDeps,
  events: readonly ProviderEvent[],
): Promise<readonly (readonly [userId: string, cause: SyncCause])[]> => {
  const lost: (readonly [string, SyncCause])[] = [];
  for (const event of events) {
    const note = noteOfEvent(event);
    if (!note) continue;
    const customerId = event.customerId ?? (await stripe.within(BUDGET_MS).customerOf(event.objectId));
    const userId = customerId && (await records.userOf(customerId));
    if (userId && !(await records.hasEntry({ ...note, user_id: userId })))
      lost.push([userId, { cause: event.type, note }]);
  }
  return lost;
};
