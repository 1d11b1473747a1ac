import { RESPONSES_SHOWN, type ResponseAction } from '../../contract/admin/security-rules.ts';
import { SECURITY_RULE, type ActBy } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Logger } from '../../domain/logger.ts';
import { conflict, optimistic, RETRY } from '../../domain/optimistic.ts';
import { stateOf, type StoredResponse } from '../../domain/security/response.ts';
import {
  isLockedOut,
  isRestricting,
  releasedFrom,
  replacedBy,
  restrictedBy,
  type RestrictingAction,
  type Restrictions,
} from '../../domain/security/restrictions.ts';
import type { ResponseBy, ResponseStore, RestrictingResponse } from '../../domain/security/take-response.ts';
import { endAll } from '../../domain/sessions/session.ts';
import { readAdmins, type StoredAdmin } from '../people/admin-repository.ts';
import { readStoredCaller, type StoredCaller } from '../people/caller-reader.ts';
import { rightsEntity, unchanged } from '../people/rights-repository.ts';
import { sessionsEntity } from '../sessions/sessions-entity.ts';
import { areBothStill, areRestrictionsStill } from '../sessions/stored-sessions.ts';
import { onConditionFailed } from '../table/errors.ts';
import { atVersion, exists, isNew } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { auditWrite } from './audit-entity.ts';
import { securityAlertEntity } from './security-alert-entity.ts';
import { RESPONSES, securityResponseEntity } from './security-response-entity.ts';

/** A write of a transaction, and what its failure means: an error, or that all must be read again. */
interface Part<T> {
  readonly write: Write;
  readonly failed: (stored: Readonly<Record<string, unknown>> | undefined) => T | typeof RETRY;
}

const again = (): typeof RETRY => RETRY;

/** Writes the parts in one transaction. The first one that fails decides about the outcome. */
const writeParts = async <T>(table: Table, parts: readonly Part<T>[], done: T): Promise<T | typeof RETRY> =>
  onConditionFailed<T, T | typeof RETRY>(
    table.transact(parts.map(({ write }) => write)).then(() => done),
    ({ index, item }) => parts[index]?.failed(item) ?? RETRY,
  );

const deny = (code: 'forbidden' | 'alert_not_found') => (): never => {
  throw new AppError(code);
};

/** Check that the actor still is an administrator. A rule needs no permission. */
const actorChecks = (table: Table, by: ActBy | undefined): readonly Part<never>[] =>
  by === undefined
    ? []
    : [
        {
          write: table.write.check(
            rightsEntity.key({ user_id: by.actor.userId }),
            unchanged({ role: by.actor.role, disabled: false }),
          ),
          failed: deny('forbidden'),
        },
      ];

/** The entry of the audit log. What a rule does is recorded like what an administrator does. */
const auditPart = (
  table: Table,
  response: StoredResponse,
  by: ResponseBy | undefined,
  act: {
    readonly action: 'response.taken' | 'response.undone';
    readonly before: object | null;
    readonly after: object;
    readonly at: string;
  },
): Part<never> => {
  const { at, ...rest } = act;
  const who = by ?? { actor: SECURITY_RULE, requestId: response.alert_id };
  return { write: auditWrite(table, { ...who, ...rest, targetId: response.id }, at), failed: again };
};

const takenPart = (table: Table, response: StoredResponse, by: ResponseBy | undefined): Part<never> => {
  const { action, trigger_type, alert_id, user_id, until, error } = response;
  const after = { action, trigger_type, alert_id, user_id, until, error };
  const given = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
  return auditPart(table, response, by, {
    action: 'response.taken',
    before: null,
    after: given,
    at: response.created_at,
  });
};

/** The write of a new response. When it is stored already, that one is the outcome. */
const newPart = (table: Table, response: StoredResponse): Part<StoredResponse> => ({
  write: table.write.put(securityResponseEntity.toItem(response), isNew),
  failed: (stored) => (stored ? securityResponseEntity.parse(stored) : RETRY),
});

/** Actions after which a user cannot act for a while, or perhaps not at all. */
const STOPPING: ReadonlySet<ResponseAction> = new Set(['session_lockout', 'force_mfa']);

/**
 * An administrator who can still act when another one is stopped: the actor, or for a rule any other who is not locked
 * out. Throws `last_admin`, and `forbidden` for an actor who can no longer act.
 */
const readRemaining = async (
  table: Table,
  targetId: string,
  by: ActBy | undefined,
  now: number,
): Promise<StoredAdmin> => {
  if (by) {
    const { rights, ...stored } = await readStoredCaller(table, by.actor.userId, ['sessions']);
    if (!rights || isLockedOut(stored.restrictions, now)) throw new AppError('forbidden');
    return { rights, ...stored };
  }
  const remaining = (await readAdmins(table)).find(
    ({ rights, restrictions }) => rights.user_id !== targetId && !isLockedOut(restrictions, now),
  );
  if (remaining) return remaining;
  throw new AppError('last_admin', 'No other administrator could sign in. Make someone else an administrator first.');
};

/** Checks that the remaining administrator is not stopped at the same time. */
const remainingChecks = (table: Table, { rights, sessionsItem }: StoredAdmin): readonly Part<never>[] => [
  { write: table.write.check(rightsEntity.key(rights), unchanged({ role: 'admin', disabled: false })), failed: again },
  { write: table.write.check(sessionsEntity.key(rights), areRestrictionsStill(sessionsItem)), failed: again },
];

/** The change of a user's restrictions; a lockout also ends all sessions. */
const restrictPart = (
  table: Table,
  userId: string,
  stored: StoredCaller,
  { action, restrictions, now }: { action: RestrictingAction; restrictions: Restrictions; now: number },
): Part<never> => {
  const sessions = action === 'session_lockout' ? endAll(stored.sessions, now) : stored.sessions;
  const set = { ...sessionsEntity.stamp, user_id: userId, restrictions, ...(sessions ? { sessions } : {}) };
  return {
    write: table.write.update(sessionsEntity.key({ user_id: userId }), { set }, areBothStill(stored.sessionsItem)),
    failed: again,
  };
};

const createReads = (table: Table, logger: Logger) => {
  /** SR1. A response, strongly consistent; undefined for an unknown one. 1 RRU. */
  const find = async (id: string): Promise<StoredResponse | undefined> => {
    const item = await table.get(securityResponseEntity.key({ id }), { consistent: true });
    return item && securityResponseEntity.parse(item);
  };
  return {
    find,

    /** SR2. The newest 50 responses: one query, 0.5 RRU for about 8. */
    async list(): Promise<readonly StoredResponse[]> {
      const { items } = await table.query({ index: 'gsi1', partition: RESPONSES, limit: RESPONSES_SHOWN });
      return parseList(securityResponseEntity, items, (count) =>
        logger.error('Corrupt security responses left out of a list', { count }),
      );
    },
  };
};

/** One attempt of SR4. */
const attemptRestrict = async (
  table: Table,
  find: ResponseStore['find'],
  response: RestrictingResponse,
  by: ResponseBy | undefined,
): Promise<StoredResponse | typeof RETRY> => {
  const { action, user_id: userId } = response;
  const now = Date.parse(response.created_at);
  const [known, stored] = await Promise.all([find(response.id), readStoredCaller(table, userId, ['sessions'])]);
  if (known) return known;
  const { rights } = stored;
  if (!rights || rights.disabled)
    throw new AppError('invalid_state', 'This account is disabled or no longer exists, so no one can use it.');
  const stopsAdmin = rights.role === 'admin' && STOPPING.has(action);
  const remaining = stopsAdmin ? await readRemaining(table, userId, by, now) : undefined;
  const replacedId = replacedBy(stored.restrictions, action, now);
  // The response was stored between the two reads, and is no earlier one.
  if (replacedId === response.id) return RETRY;
  const replaced = replacedId === undefined ? undefined : await find(replacedId);
  return writeParts<StoredResponse>(
    table,
    [
      newPart(table, response),
      {
        write: table.write.check(securityAlertEntity.key({ id: response.alert_id }), exists),
        failed: deny('alert_not_found'),
      },
      ...(remaining ? remainingChecks(table, remaining) : actorChecks(table, by)),
      restrictPart(table, userId, stored, {
        action,
        restrictions: restrictedBy(stored.restrictions, { action, response: response.id, now }),
        now,
      }),
      { write: table.write.check(rightsEntity.key(rights), unchanged(rights)), failed: again },
      ...(replaced
        ? [
            {
              write: table.write.update(
                securityResponseEntity.key(replaced),
                { set: { until: response.created_at, version: replaced.version + 1 } },
                atVersion(replaced.version),
              ),
              failed: again,
            },
          ]
        : []),
      takenPart(table, response, by),
    ],
    response,
  );
};

/** One attempt of SR5. */
const attemptUndo = async (
  table: Table,
  find: ResponseStore['find'],
  id: string,
  by: ResponseBy,
  at: string,
): Promise<StoredResponse | typeof RETRY> => {
  const now = Date.parse(at);
  const response = await find(id);
  if (!response) throw new AppError('response_not_found');
  const { action, user_id: userId } = response;
  const hasEffect = stateOf(response, now) === 'active' && isRestricting(action) && userId !== undefined;
  const stored = hasEffect ? await readStoredCaller(table, userId, ['sessions']) : undefined;
  const kept = hasEffect ? releasedFrom(stored?.restrictions, { action, response: id, now }) : undefined;
  if (!hasEffect || !kept) throw new AppError('invalid_state', 'This response has no effect any more.');
  const undone = { by: by.actor.userId, at };
  const version = response.version + 1;
  return writeParts<StoredResponse>(
    table,
    [
      ...actorChecks(table, by),
      {
        write: table.write.update(
          securityResponseEntity.key({ id }),
          { set: { undone, version } },
          atVersion(response.version),
        ),
        failed: again,
      },
      {
        write: table.write.update(
          sessionsEntity.key({ user_id: userId }),
          { set: { restrictions: Object.keys(kept).length > 0 ? kept : undefined } },
          areRestrictionsStill(stored?.sessionsItem),
        ),
        failed: again,
      },
      auditPart(table, response, by, {
        action: 'response.undone',
        before: { state: 'active' },
        after: { state: 'undone' },
        at,
      }),
    ],
    { ...response, undone, version },
  );
};

export type SecurityResponseRepository = ReturnType<typeof createSecurityResponseRepository>;

/** Responses to security alerts, with what they restrict. Numbers refer to access-patterns.md. */
export const createSecurityResponseRepository = (table: Table, logger: Logger) => {
  const reads = createReads(table, logger);
  return {
    ...reads,

    /**
     * SR3. Stores a response without an effect in the table, with its audit entry, in one transaction. Returns the
     * stored one when its id is known. Throws `forbidden` when the actor is no longer an administrator.
     */
    record: (response: StoredResponse, by: ResponseBy | undefined): Promise<StoredResponse> =>
      optimistic<StoredResponse>(
        () =>
          writeParts<StoredResponse>(
            table,
            [newPart(table, response), ...actorChecks(table, by), takenPart(table, response, by)],
            response,
          ),
        { exhausted: conflict },
      ),

    /**
     * SR4. Stores a response with what it restricts and its audit entry, in one transaction. One of the same kind that
     * still restricts the user ends. Returns the stored response when its id is known. Throws `alert_not_found`,
     * `invalid_state` for an account that no longer exists, `last_admin`, and `forbidden` when the actor is no longer
     * an administrator.
     */
    restrict: (response: RestrictingResponse, by: ResponseBy | undefined): Promise<StoredResponse> =>
      optimistic(() => attemptRestrict(table, reads.find, response, by), { exhausted: conflict }),

    /**
     * SR5. Ends what a response restricts, with its audit entry, in one transaction. Throws `response_not_found`,
     * `invalid_state` when it restricts nothing any more, and `forbidden`. Sessions that it ended stay ended.
     */
    undo: (id: string, by: ResponseBy, at: string): Promise<StoredResponse> =>
      optimistic(() => attemptUndo(table, reads.find, id, by, at), { exhausted: conflict }),
  };
};
