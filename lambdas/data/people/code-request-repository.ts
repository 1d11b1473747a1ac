import * as z from 'zod/mini';
import { CodePurpose } from '../../contract/people/credential-fields.ts';
import { UserId } from '../../contract/shared.ts';
import {
  CODE_TRIES,
  CODE_VALID_MS,
  type CodeRequest,
  type CodeRequestRef,
} from '../../domain/accounts/code-request.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import { addressHash } from '../../domain/limits/rate-limit.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { conditionHolds, orUndefined } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** The newest request for a code, by purpose. */
export const codeRequestEntity = defineEntity({
  type: 'CODE_REQUEST',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'code_requests', expiresFrom: ({ valid_until: end }) => end - CODE_VALID_MS },
  onErase: 'delete',
  exportView: NOT_A_PERSONS,
  schema: z.object({
    purpose: CodePurpose,
    subject: z.string(),
    request_id: z.string(),
    email: z.string(),
    valid_until: z.number(),
    tries: z.number(),
    user_id: z.optional(UserId),
    code_hash: z.optional(z.string()),
    mailed: z.optional(z.boolean()),
  }),
  key: ({ purpose, subject }: CodeRequestRef) => ({ pk: key('CODE', subject), sk: key('REQUEST', purpose) }),
  ofPerson: {
    partitions: ({ userId, email }) =>
      [userId, ...(email === '' ? [] : [addressHash(email)])].map((subject) => key('CODE', subject)),
  },
});

/** Condition: no newer request has replaced this one. */
const isCurrent = (requestId: string): Expression => ({
  expression: '#request = :request',
  names: { '#request': 'request_id' },
  values: { ':request': requestId },
});

const canTry = (now: number): Expression => ({
  expression: '#until > :now AND #tries < :limit',
  names: { '#until': 'valid_until', '#tries': 'tries' },
  values: { ':now': now, ':limit': CODE_TRIES },
});

export type CodeRequestRepository = ReturnType<typeof createCodeRequestRepository>;

/** Requests for codes by email. Numbers refer to access-patterns.md. */
export const createCodeRequestRepository = (table: Table) => {
  const keyOf = ({ purpose, subject }: CodeRequestRef) => codeRequestEntity.key({ purpose, subject });
  return {
    /**
     * G2. Stores a request. It replaces an earlier one for the same purpose and subject. `act` is set when someone else
     * than the address's owner requested it.
     */
    async create(request: CodeRequest, act?: AuditAct): Promise<void> {
      const item = codeRequestEntity.toItem(request);
      if (!act) return void (await table.put(item));
      const at = new Date(request.valid_until - CODE_VALID_MS).toISOString();
      await table.transact([table.write.put(item), auditWrite(table, act, at)]);
    },

    /** G3. The newest request, strongly consistent. */
    async get(ref: CodeRequestRef): Promise<CodeRequest | undefined> {
      const item = await table.get(keyOf(ref), { consistent: true });
      return item && codeRequestEntity.parse(item);
    },

    /** G4. Adds the code, and the account if there is one. False when a newer request replaced this one. */
    giveCode: (request: CodeRequest, userId: string | undefined, codeHash: string): Promise<boolean> =>
      conditionHolds(
        table.update(
          keyOf(request),
          { set: { code_hash: codeHash, ...(userId === undefined ? {} : { user_id: userId }) } },
          isCurrent(request.request_id),
        ),
      ),

    /** G5. Records that the email was sent. */
    markMailed: (request: CodeRequest): Promise<boolean> =>
      conditionHolds(table.update(keyOf(request), { set: { mailed: true } }, isCurrent(request.request_id))),

    /**
     * G6. Counts a try and returns the request; undefined when there is none, it has expired, or it had too many tries.
     * `now` in milliseconds.
     */
    async countTry(ref: CodeRequestRef, now: number): Promise<CodeRequest | undefined> {
      const item = await orUndefined(table.update(keyOf(ref), { add: { tries: 1 } }, canTry(now)));
      return item && codeRequestEntity.parse(item);
    },

    /** G7. Deletes a used request. False when another call used it or a newer request replaced it. */
    use: (request: CodeRequest): Promise<boolean> =>
      conditionHolds(table.delete(keyOf(request), isCurrent(request.request_id))),
  };
};
