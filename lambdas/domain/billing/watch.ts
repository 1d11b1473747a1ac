import { optimistic, RETRY } from '../optimistic.ts';
import { nextLook } from './decide.ts';
import type { BillingRecord } from './record.ts';
import type { BillingDeps } from './store.ts';

/** How long after a checkout or a visit of the portal was opened its result is likely. */
const WATCH_MS = 60 * 60 * 1000;
/** A record that was read from the provider so recently is not read again. */
const FRESH_MS = 2000;

/**
 * The record of a user who goes to a page of the provider now. The provider is asked when they come back, and once more
 * at the end, if they never do and the event is lost.
 */
export const watched = (record: BillingRecord, now: number): BillingRecord => {
  const { watched_until: before, trial_rejected: rejected } = record;
  const visiting = {
    ...record,
    watched_until: new Date(now + WATCH_MS).toISOString(),
    // An earlier visit's result. It is shown until the end of that visit.
    trial_rejected: before !== undefined && Date.parse(before) > now ? rejected : undefined,
  };
  return { ...visiting, next_look_at: nextLook(visiting, now) };
};

/**
 * Whether the provider must be asked before a user sees their plan: while a change is likely. Otherwise, the
 * record is current, because events and the reconciler update it, and no screen depends on the provider.
 */
export const isWatched = (
  { customer_id: customerId, checkout, watched_until: until, synced_at: syncedAt }: BillingRecord,
  now: number,
): boolean => {
  if (customerId === undefined || (syncedAt !== undefined && now - Date.parse(syncedAt) < FRESH_MS)) return false;
  return [checkout?.until, until].some((time) => time !== undefined && Date.parse(time) > now);
};

/** Watches a user's record, because they visit the portal. */
export const watch = ({ store, now, pause }: BillingDeps, userId: string): Promise<void> =>
  optimistic<void>(
    async () => {
      const before = await store.read(userId);
      if (!before) return undefined;
      const after = watched({ ...before, version: before.version + 1 }, now());
      return (await store.save(before, after)) ? undefined : RETRY;
    },
    { backOff: pause },
  );
