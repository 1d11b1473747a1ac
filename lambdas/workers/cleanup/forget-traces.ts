import { decodeTime } from 'ulid';
import type { ConsentedTraces } from '../../data/privacy/consented-traces.ts';
import type { Rights } from '../../domain/accounts/actor.ts';
import type { Logger } from '../../domain/logger.ts';
import { isConsented } from '../../domain/privacy/consented.ts';
import { notConsented, type Withdrawal } from '../../domain/privacy/withdrawal.ts';

/**
 * Milliseconds after which no call still stores what its user allowed before the decision: more than the time-out of
 * the functions that record events, and than indexes need to show what was stored.
 */
const SETTLING_MS = 15_000;
/** Milliseconds of one invocation, below the function's time-out of 5 minutes. */
const BUDGET_MS = 4 * 60_000;

/** Dependencies of the removal. */
export interface ForgetDeps {
  readonly traces: ConsentedTraces;
  /** A user's rights, strongly consistent. */
  readonly readRights: (userId: string) => Promise<Rights | undefined>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/**
 * Removes what was stored by a consent that its user withdrew. If they allow it again meanwhile, only what was stored
 * before the withdrawal. Throws when the time is over: the event is then delivered again, and the next call continues
 * with what is left.
 */
export const forgetTraces = async (deps: ForgetDeps, { userId, kinds, at }: Withdrawal): Promise<void> => {
  const { traces, readRights, logger, now, sleep } = deps;
  const until = now() + BUDGET_MS;
  const decidedAt = Date.parse(at);
  const left = decidedAt + SETTLING_MS - now();
  // A clock that is behind can give a decision a later time.
  if (left > 0) await sleep(Math.min(left, SETTLING_MS));
  for (const kind of kinds) {
    const { consent = [] } = (await readRights(userId)) ?? {};
    const stored = isConsented(consent, kind) ? decidedAt : undefined;
    const outcome = await traces.remove(userId, { kind, stored, hasTime: () => now() < until });
    if (outcome === 'stopped') throw new Error('What was stored by a withdrawn consent is not removed completely');
    if (outcome === 'held') return logger.info('A legal hold keeps what was stored by consent');
  }
  logger.info('Removed what was stored by a withdrawn consent', { kinds: kinds.join() });
};

/** Removes what a legal hold kept although its user had withdrawn the consent. Nothing while one applies. */
export const forgetAfterHold = async (deps: ForgetDeps, userId: string): Promise<void> => {
  const { consent = [], consent_id: id } = (await deps.readRights(userId)) ?? {};
  const kinds = notConsented(consent);
  if (id === undefined || kinds.length === 0) return;
  await forgetTraces(deps, { userId, kinds, at: new Date(decodeTime(id)).toISOString() });
};
