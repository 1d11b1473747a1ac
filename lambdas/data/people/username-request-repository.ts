import * as z from 'zod/mini';
import { UserId } from '../../contract/shared.ts';
import { CODE_TRIES, CODE_VALID_MS, type UsernameRequest } from '../../domain/accounts/username-request.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { conditionHolds, orUndefined } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** The newest request for the username of an email address. */
export const usernameRequestEntity = defineEntity({
  type: 'USERNAME_REQUEST',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'username_requests', expiresFrom: ({ valid_until: end }) => end - CODE_VALID_MS },
  onErase: 'delete',
  exportView: NOT_A_PERSONS,
  schema: z.object({
    address_hash: z.string(),
    request_id: z.string(),
    email: z.string(),
    valid_until: z.number(),
    tries: z.number(),
    user_id: z.optional(UserId),
    code_hash: z.optional(z.string()),
    mailed: z.optional(z.boolean()),
  }),
  key: ({ address_hash: hash }: { address_hash: string }) => ({ pk: key('USERNAME', hash), sk: 'REQUEST' }),
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

export type UsernameRequestRepository = ReturnType<typeof createUsernameRequestRepository>;

/** Username requests. Numbers refer to access-patterns.md. */
export const createUsernameRequestRepository = (table: Table) => {
  const keyOf = ({ address_hash: hash }: Pick<UsernameRequest, 'address_hash'>) =>
    usernameRequestEntity.key({ address_hash: hash });
  return {
    /** G2. Stores a request. It replaces an earlier one for the same address. */
    async create(request: UsernameRequest): Promise<void> {
      await table.put(usernameRequestEntity.toItem(request));
    },

    /** G3. The newest request for an address, strongly consistent. */
    async get(addressHash: string): Promise<UsernameRequest | undefined> {
      const item = await table.get(keyOf({ address_hash: addressHash }), { consistent: true });
      return item && usernameRequestEntity.parse(item);
    },

    /** G4. Adds the code to a request. False when a newer request replaced it. */
    giveCode: (request: UsernameRequest, userId: string, codeHash: string): Promise<boolean> =>
      conditionHolds(
        table.update(keyOf(request), { set: { user_id: userId, code_hash: codeHash } }, isCurrent(request.request_id)),
      ),

    /** G5. Records that the email with the code was sent. */
    markMailed: (request: UsernameRequest): Promise<boolean> =>
      conditionHolds(table.update(keyOf(request), { set: { mailed: true } }, isCurrent(request.request_id))),

    /**
     * G6. Counts a try and returns the request; undefined when there is none, it has expired, or it had too many tries.
     * `now` in milliseconds.
     */
    async countTry(addressHash: string, now: number): Promise<UsernameRequest | undefined> {
      const item = await orUndefined(
        table.update(keyOf({ address_hash: addressHash }), { add: { tries: 1 } }, canTry(now)),
      );
      return item && usernameRequestEntity.parse(item);
    },

    /** G7. Deletes a used request. False when another call used it or a newer request replaced it. */
    use: (request: UsernameRequest): Promise<boolean> =>
      conditionHolds(table.delete(keyOf(request), isCurrent(request.request_id))),
  };
};
