import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { ATTEMPTS_MAX, dueOf, nextDue, type SignInAttempts } from '../../domain/sessions/sign-in-attempt.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import { conditionHolds, ignoreConditionFailed, onConditionFailed, orUndefined } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import { parseList, type Table } from '../table/table.ts';

/**
 * Partitions of gsi1 for the attempts of all subjects. 10,000 attempts a minute change each of them 125 times a second,
 * of 1,000 that DynamoDB allows.
 */
const SHARDS = 4;

const dueShard = (shard: number): string => key('ATTEMPTS_DUE', String(shard));
const shardOf = (subject: string): number => createHash('sha256').update(subject).digest().readUInt8(0) % SHARDS;

/**
 * The sign-ins of one subject that are not completed, in gsi1 by when the oldest counts as such. A sign-in that is
 * completed leaves nothing behind.
 */
export const signInAttemptsEntity = defineEntity({
  type: 'SIGN_IN_ATTEMPTS',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'sign_in_attempts', expiresFrom: ({ due }) => due },
  onErase: 'delete',
  exportView: NOT_A_PERSONS,
  ofPerson: { gone: 'The clock turns attempts into security events within minutes, and a deleted account has none.' },
  schema: z.object({ subject: z.string(), attempts: z.optional(z.set(z.string())), due: z.number() }),
  key: ({ subject }: { subject: string }) => ({ pk: key('ATTEMPTS', subject), sk: 'META' }),
  indexes: {
    gsi1: ({ subject, due }) => ({ pk: dueShard(shardOf(subject)), sk: key(new Date(due).toISOString(), subject) }),
  },
});

const names = { '#attempts': 'attempts' };

/** Condition: there is an item, with room for one more. */
const hasRoom: Expression = {
  expression: 'attribute_exists(#due) AND (attribute_not_exists(#attempts) OR size(#attempts) < :max)',
  names: { ...names, '#due': 'due' },
  values: { ':max': ATTEMPTS_MAX },
};

/** Condition: there are no attempts. */
const isEmpty: Expression = { expression: 'attribute_not_exists(#attempts)', names };

const contains = (attempt: string): Expression => ({
  expression: 'contains(#attempts, :attempt)',
  names,
  values: { ':attempt': attempt },
});

/** Condition: this is the only attempt. */
const isOnly = (attempt: string): Expression => ({
  expression: 'size(#attempts) = :one AND contains(#attempts, :attempt)',
  names,
  values: { ':one': 1, ':attempt': attempt },
});

export type SignInAttemptRepository = ReturnType<typeof createSignInAttemptRepository>;

/** Sign-ins that were begun. Numbers refer to access-patterns.md. */
export const createSignInAttemptRepository = (table: Table) => {
  const keyOf = (subject: string) => signInAttemptsEntity.key({ subject });
  return {
    /** SE16. Adds an attempt (a ULID), unless its subject has as many as are remembered. */
    begin: (subject: string, attempt: string): Promise<void> =>
      optimistic<void>(async () => {
        const isFirst = await onConditionFailed(
          table.update(keyOf(subject), { add: { attempts: new Set([attempt]) } }, hasRoom).then(() => false),
          ({ item }) => item === undefined,
        );
        if (!isFirst) return undefined;
        const first = signInAttemptsEntity.toItem({ subject, attempts: new Set([attempt]), due: dueOf(attempt) });
        return (await conditionHolds(table.put(first, isNew))) ? undefined : RETRY;
      }),

    /** SE17. Removes the newest attempt of a subject, because a sign-in was completed. */
    complete: (subject: string): Promise<void> =>
      optimistic<void>(async () => {
        const item = await table.get(keyOf(subject), { consistent: true });
        const attempts = item === undefined ? undefined : signInAttemptsEntity.parse(item).attempts;
        const newest = [...(attempts ?? [])].sort().at(-1);
        if (newest === undefined) return undefined;
        const removed =
          attempts?.size === 1
            ? table.delete(keyOf(subject), isOnly(newest))
            : table.update(keyOf(subject), { drop: { attempts: new Set([newest]) } }, contains(newest));
        return (await conditionHolds(removed)) ? undefined : RETRY;
      }),

    /**
     * SE18. Subjects whose oldest attempt was not completed in time, up to `limit` of each shard. `now` in
     * milliseconds. Corrupt items are left out; `onBad` receives their number.
     */
    async listDue(now: number, limit: number, onBad: (count: number) => void): Promise<readonly SignInAttempts[]> {
      const upTo = `${new Date(now).toISOString()}~`;
      const pages = await Promise.all(
        Array.from({ length: SHARDS }, (_, shard) =>
          table.query({ index: 'gsi1', partition: dueShard(shard), upTo, limit, descending: false }),
        ),
      );
      return parseList(
        signInAttemptsEntity,
        pages.flatMap(({ items }) => items),
        onBad,
      );
    },

    /** SE19. Removes attempts that are recorded as not completed, and the item with the last one. */
    async settle({ subject, due }: SignInAttempts, recorded: readonly string[]): Promise<void> {
      const asRead: Expression = { expression: '#due = :due', names: { '#due': 'due' }, values: { ':due': due } };
      const drop = recorded.length === 0 ? {} : { drop: { attempts: new Set(recorded) } };
      const item = await orUndefined(table.update(keyOf(subject), { set: { subject }, ...drop }, asRead));
      if (!item) return;
      const left = signInAttemptsEntity.parse(item);
      const next = nextDue(left);
      if (next === undefined) return ignoreConditionFailed(table.delete(keyOf(subject), isEmpty));
      const { pk: _pk, sk: _sk, attempts: _attempts, ...set } = signInAttemptsEntity.toItem({ ...left, due: next });
      await ignoreConditionFailed(table.update(keyOf(subject), { set }, asRead));
    },
  };
};
