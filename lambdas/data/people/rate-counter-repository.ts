import { optimistic } from '../../domain/optimistic.ts';
import * as z from 'zod/mini';
import {
  addressHash,
  mailsPerAddress,
  rulesOfAccounts,
  type RateCounters,
  type RateRule,
} from '../../domain/limits/rate-limit.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { onConditionFailed, orRetry } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** Tries in which another call may open a window between the two writes. */
const MAX_TRIES = 4;

/** Number of actions in the current window. */
export const rateCounterEntity = defineEntity({
  type: 'RATE',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'rate_counters', expiresFrom: ({ window_ends: end }) => end },
  onErase: 'delete',
  exportView: NOT_A_PERSONS,
  ofPerson: {
    partitions: ({ userId, email }) => [
      ...rulesOfAccounts.map(({ name }) => key('RATE', name, userId)),
      ...(email === '' ? [] : [key('RATE', mailsPerAddress.name, addressHash(email))]),
    ],
  },
  schema: z.object({ rule: z.string(), subject: z.string(), count: z.number(), window_ends: z.number() }),
  key: ({ rule, subject }: { rule: string; subject: string }) => ({ pk: key('RATE', rule, subject), sk: 'WINDOW' }),
});

const names = { '#ends': 'window_ends' };

/** Condition: the window is open and not full. */
const hasRoom = ({ limit }: RateRule, now: number): Expression => ({
  expression: '#ends > :now AND #count < :limit',
  names: { ...names, '#count': 'count' },
  values: { ':now': now, ':limit': limit },
});

/** Condition: no window is open. */
const isOver = (now: number): Expression => ({
  expression: 'attribute_not_exists(#ends) OR #ends <= :now',
  names,
  values: { ':now': now },
});

/**
 * Rate counters with conditional writes, so that concurrent calls cannot exceed the limit. A window starts with its
 * first action and not at a fixed time, so a burst cannot span two windows.
 */
export const createRateCounters = (table: Table): RateCounters => ({
  /** G1. One write; two for the first action of a window. */
  async take(rule, subject, now) {
    const slot = { rule: rule.name, subject };
    const count = async () => {
      const counted = table.update(rateCounterEntity.key(slot), { add: { count: 1 } }, hasRoom(rule, now));
      const outcome = await onConditionFailed(
        counted.then(() => undefined),
        ({ item }) => {
          const current = item && rateCounterEntity.tryParse(item);
          return current && current.window_ends > now ? current.window_ends - now : 'no-window';
        },
      );
      if (outcome !== 'no-window') return outcome;
      const opened = rateCounterEntity.toItem({ ...slot, count: 1, window_ends: now + rule.windowMs });
      return orRetry(table.put(opened, isOver(now)).then(() => undefined));
    };
    return optimistic<number | undefined>(count, { tries: MAX_TRIES, exhausted: () => rule.windowMs });
  },
});
