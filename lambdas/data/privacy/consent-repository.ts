import { decodeTime, ulid } from 'ulid';
import { PURPOSES, type ConsentRecord, type Purpose } from '../../contract/people/consent.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Logger } from '../../domain/logger.ts';
import { optimistic } from '../../domain/optimistic.ts';
import type { Decision } from '../../domain/privacy/decision.ts';
import { readRights, rightsEntity, type RightsRepository } from '../people/rights-repository.ts';
import type { Cursors } from '../table/cursor.ts';
import { orRetry } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { consentCountsEntity, consentCountsKey, consentEntity } from './consent-entities.ts';

/** Condition: no other decision was stored since `id`. */
const stillAt = (id: string | undefined): Expression =>
  id === undefined
    ? {
        expression: 'attribute_exists(#pk) AND attribute_not_exists(#id)',
        names: { '#pk': 'pk', '#id': 'consent_id' },
      }
    : { expression: '#id = :id', names: { '#id': 'consent_id' }, values: { ':id': id } };

/** Condition of a write that may create its item. */
const always: Expression = { expression: 'attribute_not_exists(#pk) OR attribute_exists(#pk)', names: { '#pk': 'pk' } };

/** The write that changes the counters. `undefined` means no decision. */
const countWrite = (
  table: Table,
  before: readonly Purpose[] | undefined,
  after: readonly Purpose[] | undefined,
  at: string,
): Write => {
  const change = (purpose: Purpose): number =>
    Number(after?.includes(purpose) ?? false) - Number(before?.includes(purpose) ?? false);
  const add = {
    decided: Number(after !== undefined) - Number(before !== undefined),
    ...Object.fromEntries(PURPOSES.map((purpose) => [purpose, change(purpose)])),
  };
  return table.write.update(consentCountsKey, { set: { ...consentCountsEntity.stamp, updated_at: at }, add }, always);
};

/**
 * CN4. Removes a user's decision from their rights and from the counters, in one transaction. So a repeated removal
 * finds none, and does not count again. `now` in milliseconds.
 */
export const removeDecision = (table: Table, userId: string, now: number): Promise<void> =>
  optimistic<void>(async () => {
    const { consent, consent_id: id } = (await readRights(table, userId, { consistent: true })) ?? {};
    if (id === undefined) return undefined;
    const removed = { set: { consent: undefined, consent_id: undefined, consent_notice: undefined } };
    return orRetry(
      table.transact([
        table.write.update(rightsEntity.key({ user_id: userId }), removed, stillAt(id)),
        countWrite(table, consent, undefined, new Date(now).toISOString()),
      ]),
    );
  });

export type ConsentRepository = ReturnType<typeof createConsentRepository>;

/** Privacy decisions of users. Numbers refer to access-patterns.md. */
export const createConsentRepository = (
  table: Table,
  deps: {
    readonly cursors: Cursors;
    readonly logger: Logger;
    readonly rights: Pick<RightsRepository, 'read'>;
  },
) => ({
  /** CN1. A user's decisions, newest first: 0.5 units for about 12. */
  list: (
    userId: string,
    page: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<ListPage<ConsentRecord>> =>
    listPage({ table, ...deps }, consentEntity, { list: 'consents', partition: key('CONSENT', userId), ...page }),

  /**
   * CN2. Adds a decision to the history and puts it into the user's rights, in one transaction with the counters. Of
   * two at once, the one stored last is also the newest of the history. Throws `token_invalid` for a deleted account.
   */
  record: (userId: string, decision: Decision, now: number): Promise<ConsentRecord> =>
    optimistic<ConsentRecord>(async () => {
      const rights = await deps.rights.read(userId, { consistent: true });
      if (!rights) throw new AppError('token_invalid');
      const { consent: before, consent_id: previous } = rights;
      const time = Math.max(now, previous === undefined ? 0 : decodeTime(previous) + 1);
      const record: ConsentRecord = {
        ...decision,
        user_id: userId,
        id: ulid(time),
        recorded_at: new Date(now).toISOString(),
      };
      const written = table.transact([
        table.write.put(consentEntity.toItem(record), isNew),
        table.write.update(
          rightsEntity.key(rights),
          { set: { consent: record.purposes, consent_id: record.id, consent_notice: record.notice_version } },
          stillAt(previous),
        ),
        countWrite(table, before, record.purposes, record.recorded_at),
      ]);
      return orRetry(written.then(() => record));
    }),
});
