import { optimistic } from '../../domain/optimistic.ts';
import * as z from 'zod/mini';
import type { RateCounters, RateRule } from '../../domain/limits/rate-limit.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ConditionFailed, orRetry } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** Rounds in which somebody else may open a window between our two writes. */
const MAX_TRIES = 4;

/** How often something was done since a window opened. */
export const rateCounterEntity = defineEntity({
  type: 'RATE',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'rate_counters', expiresFrom: ({ window_ends: end }) => end },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
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
 * Counters by conditional writes, so that no two calls take the last place. A window begins with what is counted first,
 * not by the clock: somebody who asks quickly is always stopped at the limit.
 */
export const createRateCounters = (table: Table): RateCounters => ({
  /** G1. One write; two for the first of a window. */
  async take(rule, subject, now) {
    const slot = { rule: rule.name, subject };
    const count = async () => {
      try {
        await table.update(rateCounterEntity.key(slot), { add: { count: 1 } }, hasRoom(rule, now));
        return undefined;
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const current = error.item && rateCounterEntity.tryParse(error.item);
        if (current && current.window_ends > now) return current.window_ends - now;
      }
      const opened = rateCounterEntity.toItem({ ...slot, count: 1, window_ends: now + rule.windowMs });
      return orRetry(table.put(opened, isOver(now)).then(() => undefined));
    };
    return optimistic<number | undefined>(count, { tries: MAX_TRIES, exhausted: () => rule.windowMs });
  },
});
