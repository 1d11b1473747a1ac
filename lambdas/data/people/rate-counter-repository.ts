import * as z from 'zod/mini';
import type { RateCounters, RateRule } from '../../domain/limits/rate-limit.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ConditionFailed, type Expression, type Table } from '../table/table.ts';

/** Seconds that a counter stays stored after its window: its time, not its absence, is what opens the next. */
const LEFT_OVER_SECONDS = 60;

/** Rounds in which somebody else may open a window between our two writes. */
const MAX_TRIES = 4;

/** How often something was done since a window opened. */
export const rateCounterEntity = defineEntity({
  type: 'RATE',
  v: 1,
  schema: z.object({ rule: z.string(), subject: z.string(), count: z.number(), window_ends: z.number() }),
  key: ({ rule, subject }: { rule: string; subject: string }) => ({ pk: key('RATE', rule, subject), sk: 'WINDOW' }),
  expiresAt: ({ window_ends: windowEnds }) => Math.ceil(windowEnds / 1000) + LEFT_OVER_SECONDS,
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
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      try {
        await table.update(rateCounterEntity.key(slot), { add: { count: 1 } }, hasRoom(rule, now));
        return undefined;
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const standing = error.item && rateCounterEntity.tryParse(error.item);
        if (standing && standing.window_ends > now) return standing.window_ends - now;
      }
      try {
        await table.put(rateCounterEntity.toItem({ ...slot, count: 1, window_ends: now + rule.windowMs }), isOver(now));
        return undefined;
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    }
    return rule.windowMs;
  },
});
