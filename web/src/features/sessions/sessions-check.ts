import type { SessionList } from '../../../../lambdas/contract/people/sessions.ts';
import type { Clock } from '../../lib/clock.ts';

/** Milliseconds after loading at which the sessions are checked first (specification, section 9). */
const FIRST_CHECK_MS = 2_000;
/** Minimum number of milliseconds between two checks, and between two notifications (specification, section 9). */
const CHECK_EVERY_MS = 30_000;
const TOO_MANY_EVERY_MS = 300_000;

/** Keeps the list of sessions current. */
export interface SessionsCheck {
  /** The sessions may have changed: checks them as soon as allowed. */
  readonly soon: () => void;
  readonly stop: () => void;
}

/** Creates the check and plans its first run. */
export const createSessionsCheck = ({
  clock,
  load,
  onTooMany,
}: {
  readonly clock: Clock;
  readonly load: () => Promise<Pick<SessionList, 'limit'> & { readonly items: readonly unknown[] }>;
  readonly onTooMany: (count: number, limit: number) => void;
}): SessionsCheck => {
  let checkedAt = -Infinity;
  let warnedAt = -Infinity;
  let planned: (() => void) | undefined;

  const check = async () => {
    checkedAt = clock.now();
    const { items, limit } = await load();
    if (items.length <= limit || clock.now() - warnedAt < TOO_MANY_EVERY_MS) return;
    warnedAt = clock.now();
    onTooMany(items.length, limit);
  };
  const plan = (after: number) => {
    planned ??= clock.after(after, () => {
      planned = undefined;
      // Without a response, the next change is checked.
      check().catch(() => undefined);
    });
  };
  plan(FIRST_CHECK_MS);
  return {
    soon: () => plan(Math.max(0, checkedAt + CHECK_EVERY_MS - clock.now())),
    stop: () => planned?.(),
  };
};
