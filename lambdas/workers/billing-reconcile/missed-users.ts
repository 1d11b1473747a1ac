import type { ProviderEvent } from '../../domain/billing/provider.ts';
import type { BillingRepository } from '../../data/billing/billing-repository.ts';
import type { BillingParts } from '../../platform/stripe/billing-parts.ts';

/** Milliseconds that one user, or the list of events, may take at Stripe. */
export const BUDGET_MS = 20_000;
/** The worker runs every hour, and reads the events of two, so that one missed run loses nothing. */
const WINDOW_MS = 2 * 60 * 60 * 1000;
/** Times of events are whole seconds. */
const EVENT_PRECISION_MS = 1000;

/** What finding missed events depends on. */
export interface MissedUsersDeps {
  readonly records: Pick<BillingRepository, 'read' | 'userOf'>;
}

/** The events that the worker looks at. */
export const recentEvents = ({
  stripe,
  now,
}: Pick<BillingParts, 'stripe' | 'now'>): Promise<readonly ProviderEvent[]> =>
  stripe.within(BUDGET_MS).listEvents(new Date(now() - WINDOW_MS).toISOString());

/** The users whose events happened after their plan was last read from Stripe: those events were lost. */
export const missedUsers = async (
  { records }: MissedUsersDeps,
  events: readonly ProviderEvent[],
): Promise<readonly string[]> => {
  const last = new Map<string, number>();
  for (const { customerId, at } of events)
    if (customerId) last.set(customerId, Math.max(last.get(customerId) ?? 0, Date.parse(at)));
  const missed: string[] = [];
  for (const [customerId, at] of last) {
    const userId = await records.userOf(customerId);
    const syncedAt = userId === undefined ? undefined : (await records.read(userId))?.synced_at;
    const isMissed = syncedAt === undefined || Date.parse(syncedAt) < at + EVENT_PRECISION_MS;
    if (userId !== undefined && isMissed) missed.push(userId);
  }
  return missed;
};
