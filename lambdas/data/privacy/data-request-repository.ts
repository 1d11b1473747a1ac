import { newAccountRights, type Rights } from '../../domain/accounts/actor.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Logger } from '../../domain/logger.ts';
import { conflict, optimistic, RETRY } from '../../domain/optimistic.ts';
import { OPERATOR } from '../../domain/audit/act.ts';
import { adminsGained } from '../../domain/people/people.ts';
import type { StoredRequest } from '../../domain/privacy/data-request.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { readStoredCaller, type StoredCaller } from '../people/caller-reader.ts';
import { countAdminsWrite, readRights, rightsEntity, unchanged } from '../people/rights-repository.ts';
import type { Cursors } from '../table/cursor.ts';
import { endSessionsWrite } from '../sessions/stored-sessions.ts';
import { conditionHolds, onConditionFailed } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import { changeOf } from '../table/revision.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import {
  ALL_REQUESTS,
  DUE_ERASURES,
  dataRequestEntity,
  hasStatus,
  isUnchanged,
  openExportEntity,
  requestsOf,
} from './data-request-entity.ts';
import { holdCheck, readHold } from './legal-hold-repository.ts';

/** Requests that a user sees. */
const OWN = 20;
/** Requests that are read at once when all are. */
const PAGE = 500;

interface PageOf {
  readonly cursor: string | undefined;
  readonly limit: number;
}

const isErasing: Expression = {
  expression: '#erasing = :yes',
  names: { '#erasing': 'erasing' },
  values: { ':yes': true },
};

const createRequestReads = (table: Table, logger: Logger) => {
  /** DR1. One request of a user, strongly consistent. */
  const get = async (userId: string, id: string): Promise<StoredRequest | undefined> => {
    const item = await table.get(dataRequestEntity.key({ user_id: userId, id }), { consistent: true });
    return item && dataRequestEntity.parse(item);
  };
  return {
    get,

    /** DR10. The export of a user that is being made; undefined when there is none. Strongly consistent. */
    async openExport(userId: string): Promise<StoredRequest | undefined> {
      const item = await table.get(openExportEntity.key({ user_id: userId }), { consistent: true });
      return item && get(userId, openExportEntity.parse(item).request_id);
    },

    /** DR2. A user's newest requests. */
    async listOwn(userId: string): Promise<readonly StoredRequest[]> {
      const { items } = await table.query({ partition: requestsOf(userId), prefix: 'REQUEST#', limit: OWN });
      return parseList(dataRequestEntity, items, (count) => logger.error('Corrupt data requests', { count }));
    },

    /** DR12. The users whose data was erased, by the newest request first. For operators: it reads all requests. */
    async listErased(): Promise<readonly string[]> {
      const items = await table.queryAll({ index: 'gsi1', partition: ALL_REQUESTS, limit: PAGE });
      const erased = items
        .flatMap((item) => dataRequestEntity.tryParse(item) ?? [])
        .filter(({ request_type: type, status }) => type === 'erasure' && status === 'completed');
      return [...new Set(erased.map(({ user_id: userId }) => userId))];
    },

    /**
     * DR8. Erasures that have started or must start, by their start: user and id. Also those that a legal hold forbids,
     * until their payments ended.
     */
    async listDue(now: string, limit: number): Promise<readonly { readonly userId: string; readonly id: string }[]> {
      const { items } = await table.query({
        index: 'gsi2',
        partition: DUE_ERASURES,
        upTo: `${now}~`,
        limit,
        descending: false,
      });
      const last = (text: string): string => text.slice(text.indexOf('#') + 1);
      return items.map(({ pk, sk }) => ({ userId: last(pk), id: last(sk) }));
    },
  };
};

/** The entry of the audit log for what an operator does with a user's data. */
const operatorWrite = (table: Table, userId: string, action: OperatorAction, at: string): Write =>
  auditWrite(table, { ...byOperator, action, targetId: userId, before: null, after: null }, at);
type OperatorAction = 'user.data-exported' | 'user.erasure-requested';
const byOperator = { actor: OPERATOR, requestId: 'npm run data-request' } as const;

/** The writes that disable an account and end its sessions, unless rights or sessions changed since they were read. */
const closingWrites = (table: Table, stored: StoredCaller, before: Rights, at: string): readonly Write[] => {
  const set = { disabled: true, erasing: true };
  return [
    stored.rights
      ? table.write.update(rightsEntity.key(before), { set }, unchanged(before))
      : table.write.put(rightsEntity.toItem({ ...before, ...set }), isNew),
    endSessionsWrite(table, before.user_id, stored, Date.parse(at)),
  ];
};

const createErasureWrites = (table: Table) => ({
  /**
   * DR5. Stores a request for erasure, disables the account and ends its sessions, in one transaction with the count
   * of administrators. During a legal hold, the request waits for its end. Returns what is stored. Throws `last_admin`,
   * and `invalid_state` when the account is disabled already. A request of an operator is recorded in the audit log.
   * With `check`, a condition of another item, throws `invalid_state` when it is not true, and during a legal hold.
   */
  askErasure: (asked: StoredRequest, check?: Write): Promise<StoredRequest> =>
    optimistic<StoredRequest>(
      async () => {
        const [stored, hold] = await Promise.all([
          readStoredCaller(table, asked.user_id, ['sessions']),
          readHold(table, asked.user_id),
        ]);
        const rights = stored.rights ?? newAccountRights(asked.user_id);
        if (rights.disabled || (hold && check)) throw new AppError('invalid_state');
        const request = hold ? { ...asked, held_since: hold.set_at } : asked;
        const after = { ...rights, disabled: true, erasing: true };
        const count = countAdminsWrite(table, asked.user_id, adminsGained(rights, after));
        const written = table.transact([
          ...count,
          ...closingWrites(table, stored, rights, request.created_at),
          table.write.put(dataRequestEntity.toItem(request), isNew),
          holdCheck(table, request.user_id, hold !== undefined),
          ...(check ? [check] : []),
          ...(request.asked_by === 'operator'
            ? [operatorWrite(table, request.user_id, 'user.erasure-requested', request.created_at)]
            : []),
        ]);
        return onConditionFailed<StoredRequest, typeof RETRY>(
          written.then(() => request),
          ({ index }) => {
            if (index === count.length + 4) throw new AppError('invalid_state');
            if (index < count.length) throw new AppError('last_admin', 'Make someone else an administrator first.');
            return RETRY;
          },
        );
      },
      { exhausted: conflict },
    ),

  /** DR7. Withdraws an erasure that has not started, and enables the account. False when it has started. */
  withdraw: (request: StoredRequest): Promise<boolean> =>
    optimistic<boolean>(async () => {
      const rights = await readRights(table, request.user_id, { consistent: true });
      if (!rights?.erasing) return false;
      const change = { disabled: false, erasing: undefined };
      const after = { ...rights, ...change };
      const ended = { secret_hash: undefined, held_since: undefined, failure: undefined };
      const rejected = { ...request, ...ended, status: 'rejected' as const };
      const count = countAdminsWrite(table, request.user_id, adminsGained(rights, after));
      const written = table.transact([
        table.write.put(dataRequestEntity.toItem(rejected), hasStatus('pending')),
        ...count,
        table.write.update(rightsEntity.key(rights), { set: change }, isErasing),
      ]);
      return onConditionFailed<boolean, boolean | typeof RETRY>(
        written.then(() => true),
        ({ index }) => (index === 0 ? false : RETRY),
      );
    }),
});

const createRequestWrites = (
  table: Table,
  get: (userId: string, id: string) => Promise<StoredRequest | undefined>,
) => ({
  /**
   * DR4. Stores a request for an export, or returns the one that is being made. A request that no longer exists does
   * not block a new one.
   */
  askExport: (request: StoredRequest): Promise<StoredRequest> =>
    optimistic<StoredRequest>(
      async () => {
        const open = { user_id: request.user_id, request_id: request.id, created_at: request.created_at };
        const item = await table.get(openExportEntity.key(request), { consistent: true });
        const current = item && openExportEntity.parse(item);
        const running = current && (await get(request.user_id, current.request_id));
        if (running) return running;
        const isCurrent: Expression = current
          ? { expression: '#id = :id', names: { '#id': 'request_id' }, values: { ':id': current.request_id } }
          : isNew;
        const stored = table.transact([
          table.write.put(openExportEntity.toItem(open), isCurrent),
          table.write.put(dataRequestEntity.toItem(request), isNew),
        ]);
        return onConditionFailed<StoredRequest, typeof RETRY>(
          stored.then(() => request),
          () => RETRY,
        );
      },
      { exhausted: conflict },
    ),

  /**
   * DR6. Stores what a run changed of a request whose status and legal hold are those of `before`. False when they
   * changed since. A link that is mailed and payments that end at the same time are both stored. A run that succeeds
   * ends the failure of another, also one that it has not read.
   */
  save(before: StoredRequest, after: StoredRequest): Promise<boolean> {
    const { set } = changeOf(dataRequestEntity, before, after);
    const change = { set: { ...set, failure: after.failure } };
    return conditionHolds(table.update(dataRequestEntity.key(before), change, isUnchanged(before)));
  },

  /**
   * DR6. Stores the hash of the secret of a link that will be mailed, or returns false as `save` does. Changes nothing
   * else of the request.
   */
  saveSecret: (request: StoredRequest, hash: string): Promise<boolean> =>
    conditionHolds(table.update(dataRequestEntity.key(request), { set: { secret_hash: hash } }, isUnchanged(request))),

  /**
   * DR14. Replaces a request by its first state of an erasure. `held` when a legal hold forbids it: then the request
   * waits for its end. `changed` when it was withdrawn, or another run began.
   */
  async begin(before: StoredRequest, after: StoredRequest): Promise<'begun' | 'held' | 'changed'> {
    const { user_id: userId } = before;
    const replace = (request: StoredRequest): Write =>
      table.write.put(dataRequestEntity.toItem(request), hasStatus('pending'));
    const outcome = await onConditionFailed<'begun' | 'held' | 'changed', 'held' | 'changed'>(
      table.transact([replace(after), holdCheck(table, userId, false)]).then(() => 'begun'),
      ({ index }) => (index === 0 ? 'changed' : 'held'),
    );
    const hold = outcome === 'held' ? await readHold(table, userId) : undefined;
    if (hold)
      await conditionHolds(
        table.transact([
          replace({ ...before, held_since: hold.set_at, failure: undefined }),
          holdCheck(table, userId, true),
        ]),
      );
    return outcome;
  },

  /** DR13. Stores a repeated erasure of an account that is disabled already, with its entry of the audit log. */
  repeatErasure: (request: StoredRequest): Promise<void> =>
    table.transact([
      table.write.put(dataRequestEntity.toItem(request), isNew),
      operatorWrite(table, request.user_id, 'user.erasure-requested', request.created_at),
    ]),

  /** DR11. Records in the audit log that an operator exports a user's data. */
  recordOperatorExport: (userId: string, at: string): Promise<void> =>
    table.transact([operatorWrite(table, userId, 'user.data-exported', at)]),

  /** DR9. Completes an export, so that the user can ask for the next one. False when it was completed before. */
  completeExport: (before: StoredRequest, after: StoredRequest): Promise<boolean> =>
    conditionHolds(
      table.transact([
        table.write.put(dataRequestEntity.toItem(after), hasStatus(before.status)),
        table.write.delete(openExportEntity.key(before)),
      ]),
      0,
    ),
});

export type DataRequestRepository = ReturnType<typeof createDataRequestRepository>;

/** Requests of users for their data. Numbers refer to access-patterns.md. */
export const createDataRequestRepository = (table: Table, logger: Logger) => {
  const reads = createRequestReads(table, logger);
  return { ...reads, ...createErasureWrites(table), ...createRequestWrites(table, reads.get) };
};

export type DataRequestList = ReturnType<typeof createDataRequestList>;

/** The requests of all users, for administrators. */
export const createDataRequestList = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => ({
  /** DR3. Requests of all users, newest first. */
  list: ({ cursor, limit }: PageOf): Promise<ListPage<StoredRequest>> =>
    listPage({ table, ...deps }, dataRequestEntity, {
      list: 'data-requests',
      index: 'gsi1',
      partition: ALL_REQUESTS,
      cursor,
      limit,
    }),
});
