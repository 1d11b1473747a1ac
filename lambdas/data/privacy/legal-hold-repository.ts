import { LegalHold } from '../../contract/admin/legal-holds.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { conflict, optimistic, RETRY } from '../../domain/optimistic.ts';
import { released, type StoredRequest } from '../../domain/privacy/data-request.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { profileEntity } from '../people/profile-repository.ts';
import { defineEntity } from '../table/entity.ts';
import { conditionHolds, onConditionFailed, orRetry } from '../table/errors.ts';
import { exists, isNew } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { dataRequestEntity, hasStatus, requestsOf } from './data-request-entity.ts';

/** Partition of all legal holds in gsi1. */
const ALL_HOLDS = 'LEGAL_HOLD';
/** Holds and requests that are read at once when all are. */
const PAGE = 100;

/** A legal hold. It is stored exactly as long as it applies; the audit log has its history. */
export const legalHoldEntity = defineEntity({
  type: 'LEGAL_HOLD',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  // Its own user is not erased while it is stored. The administrator who set it can be.
  onErase: 'pseudonymize',
  listedIn: { index: 'gsi1', partition: ALL_HOLDS, all: true },
  exportView: { none: 'The profile shows since when it applies. Its reason can be part of a lawsuit.' },
  schema: LegalHold,
  key: ({ user_id: userId }: { user_id: string }) => ({ pk: key('HOLD', userId), sk: 'META' }),
  indexes: { gsi1: ({ set_at: at, user_id: userId }) => ({ pk: ALL_HOLDS, sk: key(at, userId) }) },
});

/** LH5. The check, for the transaction of another write, that a legal hold applies or not. */
export const holdCheck = (table: Table, userId: string, isHeld: boolean): Write =>
  table.write.check(legalHoldEntity.key({ user_id: userId }), isHeld ? exists : isNew);

/** LH1. A user's legal hold, strongly consistent; undefined when there is none. */
export const readHold = async (table: Table, userId: string): Promise<LegalHold | undefined> => {
  const item = await table.get(legalHoldEntity.key({ user_id: userId }), { consistent: true });
  return item && legalHoldEntity.parse(item);
};

/** LH2. All legal holds, newest first. */
const listHolds = async (table: Table): Promise<readonly LegalHold[]> => {
  const items = await table.queryAll({ index: 'gsi1', partition: ALL_HOLDS, limit: PAGE });
  return items.flatMap((item) => legalHoldEntity.tryParse(item) ?? []);
};

/** LH2. The users whose data a legal hold keeps. */
export const heldUsers = async (table: Table): Promise<ReadonlySet<string>> =>
  new Set((await listHolds(table)).map(({ user_id: userId }) => userId));

/** Who changes a legal hold, why and when (ISO 8601). */
export interface HoldChange {
  readonly userId: string;
  readonly reason: string;
  readonly at: string;
  readonly by: ActBy;
}

/** A legal hold that was set, with the erasures that wait for its end. */
export interface HoldSet {
  readonly hold: LegalHold;
  readonly waiting: readonly StoredRequest[];
}

export type LegalHoldRepository = ReturnType<typeof createLegalHoldRepository>;

/** Legal holds. Numbers refer to access-patterns.md. */
export const createLegalHoldRepository = (table: Table) => {
  const erasuresOf = async (userId: string): Promise<readonly StoredRequest[]> => {
    const partition = requestsOf(userId);
    const items = await table.queryAll({ partition, prefix: 'REQUEST#', limit: PAGE, consistent: true });
    return items
      .flatMap((item) => dataRequestEntity.tryParse(item) ?? [])
      .filter(({ request_type: type }) => type === 'erasure');
  };
  const waitingOf = async (userId: string): Promise<readonly StoredRequest[]> =>
    (await erasuresOf(userId)).filter(({ status, held_since: held }) => status === 'pending' && held !== undefined);
  const replace = (request: StoredRequest): Write =>
    table.write.put(dataRequestEntity.toItem(request), hasStatus('pending'));
  const audit = ({ userId, reason, at, by }: HoldChange, isSet: boolean): Write =>
    auditWrite(
      table,
      {
        ...by,
        action: isSet ? 'user.hold-set' : 'user.hold-released',
        targetId: userId,
        before: { legal_hold: !isSet },
        after: { legal_hold: isSet },
        reason,
      },
      at,
    );

  /** Lets erasures begin that were asked for while the hold was being released. */
  const releaseRest = async (userId: string, now: number): Promise<readonly StoredRequest[]> => {
    const rest = (await waitingOf(userId)).map((request) => released(request, now));
    for (const request of rest)
      await conditionHolds(table.put(dataRequestEntity.toItem(request), hasStatus('pending')));
    return rest;
  };

  return {
    get: (userId: string): Promise<LegalHold | undefined> => readHold(table, userId),
    list: (): Promise<readonly LegalHold[]> => listHolds(table),

    /**
     * LH3. Sets a legal hold, and lets an erasure that has not begun wait for its end. Returns the hold with the
     * erasures that wait. Throws `user_not_found`, `already_exists`, and `invalid_state` when the erasure has begun.
     */
    set: (change: HoldChange): Promise<HoldSet> =>
      optimistic<HoldSet>(
        async () => {
          const { userId, reason, at, by } = change;
          const erasures = await erasuresOf(userId);
          if (erasures.some(({ status }) => status === 'processing'))
            throw new AppError('invalid_state', 'The erasure of this account has begun. It cannot be stopped.');
          const hold: LegalHold = { user_id: userId, reason, set_at: at, set_by: by.actor.userId };
          const waiting = erasures
            .filter(({ status }) => status === 'pending')
            .map((request) => ({ ...request, held_since: at, failure: undefined }));
          const written = table.transact([
            table.write.put(legalHoldEntity.toItem(hold), isNew),
            table.write.check(profileEntity.key({ id: userId }), exists),
            ...waiting.map(replace),
            audit(change, true),
          ]);
          return onConditionFailed<HoldSet, typeof RETRY>(
            written.then(() => ({ hold, waiting })),
            ({ index }) => {
              if (index === 0) throw new AppError('already_exists', 'A legal hold of this user applies already.');
              if (index === 1) throw new AppError('user_not_found');
              return RETRY;
            },
          );
        },
        { exhausted: conflict },
      ),

    /**
     * LH4. Releases a legal hold, and lets the erasures begin that waited for its end, which it returns. Throws
     * `not_found`. Can be repeated: an erasure that was asked for meanwhile is released then.
     */
    release: (change: HoldChange): Promise<readonly StoredRequest[]> =>
      optimistic<readonly StoredRequest[]>(
        async () => {
          const { userId, at } = change;
          const now = Date.parse(at);
          if (!(await readHold(table, userId))) {
            const rest = await releaseRest(userId, now);
            if (rest.length === 0) throw new AppError('not_found', 'No legal hold of this user applies.');
            return rest;
          }
          const waiting = (await waitingOf(userId)).map((request) => released(request, now));
          const written = table.transact([
            table.write.delete(legalHoldEntity.key({ user_id: userId }), exists),
            ...waiting.map(replace),
            audit(change, false),
          ]);
          const done = await orRetry(written.then(() => true));
          return done === RETRY ? RETRY : [...waiting, ...(await releaseRest(userId, now))];
        },
        { exhausted: conflict },
      ),
  };
};
