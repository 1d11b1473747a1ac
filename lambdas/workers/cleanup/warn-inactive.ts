import type { Profile } from '../../domain/accounts/profile.ts';
import { deletionTime, inactivityMail, inactivityStep } from '../../domain/privacy/inactivity.ts';
import type { WarnDeps } from './warn-deps.ts';
import { eraseInactive } from './erase-inactive.ts';

/**
 * Takes the next step for one account. The email comes first: a repeated one does less harm than a lost one. An account
 * under a legal hold is neither announced nor deleted; its users are warned when the hold has ended.
 */
const takeStep = async (deps: WarnDeps, account: Profile, isHeld: boolean): Promise<void> => {
  const { accounts, mailer, siteUrl, now } = deps;
  const at = new Date(now()).toISOString();
  const step = inactivityStep(account, now());
  if (step === 'begin') await accounts.record(account, { active_at: at });
  if (isHeld) {
    // Warnings from before the hold are too old when it ends.
    if (account.first_warned_at !== undefined)
      await accounts.record(account, { first_warned_at: undefined, last_warned_at: undefined });
    return;
  }
  if (step === 'delete') await eraseInactive(deps, account);
  if (step !== 'first-warning' && step !== 'last-warning') return;
  // Without an address, no one can be warned, so the account is kept.
  if (account.email === '') return;
  const warned = step === 'first-warning' ? { first_warned_at: at } : { last_warned_at: at };
  await mailer.send(account.email, inactivityMail(deletionTime({ ...account, ...warned }, now()), await siteUrl()));
  await accounts.record(account, warned);
};

/** Where the warnings begin, when they stop, and how they store their progress. */
export interface WarnProgress {
  /** After which account they begin; null for the first one. */
  readonly position: string | null;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Stores after which account the next run begins. */
  readonly save: (position: string | null) => Promise<void>;
}

/**
 * Warns the users of accounts that no one has used for a long time, and has those deleted that stay unused. A failure
 * does not stop the others. When the time is over, the next run continues after the last page.
 */
export const warnInactive = async (deps: WarnDeps, { position, until, save }: WarnProgress): Promise<void> => {
  const held = await deps.heldUsers();
  let failures = 0;
  let at = position;
  do {
    const { accounts, next } = await deps.accounts.page(at);
    for (const account of accounts)
      await takeStep(deps, account, held.has(account.id)).catch((error: unknown) => {
        failures += 1;
        deps.logger.error('An inactive account was not processed', {}, error);
      });
    at = next;
    await save(at);
  } while (at !== null && deps.now() < until);
  if (failures > 0) throw new Error(`${failures} inactive accounts were not processed`);
};
