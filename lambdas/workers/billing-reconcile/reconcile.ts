import type { BillingRepository } from '../../data/billing/billing-repository.ts';
import type { SyncCause } from '../../domain/billing/sync.ts';
import type { Logger } from '../../domain/logger.ts';
import { runTasks } from '../../domain/run-tasks.ts';
import type { BillingParts } from '../../platform/stripe/billing-parts.ts';
import { lostNotes, type LostNotesDeps } from './lost-notes.ts';
import { missedUsers, recentEvents, type MissedUsersDeps } from './missed-users.ts';
import { updateUser } from './update-user.ts';

/** Dependencies of the worker. */
export interface ReconcileDeps extends BillingParts {
  readonly records: MissedUsersDeps['records'] & LostNotesDeps['records'] & Pick<BillingRepository, 'listDue'>;
  readonly logger: Logger;
}

/** Due records that are read at once. */
const PAGE = 200;
/** Milliseconds in which a run begins further pages, below the function's time-out. */
const RUN_MS = 3 * 60_000;

const asUpdate = (userId: string) => [userId, { cause: 'reconcile' }] as const;

/**
 * Updates the plans that no event has updated: of users whose events were lost, and of users whose plan or checkout has
 * ended, or who were not looked at for long. Adds refunds and disputes whose events were lost to the history. A warning
 * says how many events were lost. Without keys of Stripe, only plans that Stripe knows nothing of.
 */
export const reconcile = async (deps: ReconcileDeps): Promise<void> => {
  const { logger, records, now, settings } = deps;
  const isOn = (await settings.read()) !== undefined;
  const end = now() + RUN_MS;
  const updated = new Set<string>();
  const run = (updates: readonly (readonly [userId: string, cause: SyncCause])[]): Promise<void> => {
    for (const [userId] of updates) updated.add(userId);
    const tasks = updates.map((update) => () => updateUser(deps, ...update));
    return runTasks(tasks, 'A plan could not be reconciled', logger);
  };
  const ofEvents = async (): Promise<void> => {
    const events = await recentEvents(deps);
    const notes = await lostNotes(deps, events);
    const missed = (await missedUsers(deps, events)).filter((userId) => !notes.some(([one]) => one === userId));
    const lost = { missedUsers: missed.length, lostNotes: notes.length };
    if (notes.length + missed.length > 0) logger.warn('Webhooks of Stripe were lost', lost);
    await run([...notes, ...missed.map(asUpdate)]);
  };
  const ofDue = async (): Promise<void> => {
    let failure: unknown;
    for (;;) {
      const page = await records.listDue(new Date(now()).toISOString(), PAGE);
      const users = page.flatMap(({ customer_id: id, user_id: userId }) =>
        (isOn || id === undefined) && !updated.has(userId) ? [userId] : [],
      );
      // What failed stays due, and is tried again by the next run.
      await run(users.map(asUpdate)).catch((error: unknown) => (failure ??= error));
      if (users.length === 0 || page.length < PAGE || now() > end) break;
    }
    if (failure !== undefined) throw failure;
  };
  await runTasks([...(isOn ? [ofEvents] : []), ofDue], 'Plans could not be reconciled', logger);
};
