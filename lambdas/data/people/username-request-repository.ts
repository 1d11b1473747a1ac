import * as z from 'zod/mini';
import { UserId } from '../../contract/shared.ts';
import { CODE_TRIES, CODE_VALID_MS, type UsernameRequest } from '../../domain/accounts/username-request.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ConditionFailed } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** The newest request for the user name of an address. */
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

/** Condition: no newer request took its place. */
const isStill = (requestId: string): Expression => ({
  expression: '#request = :request',
  names: { '#request': 'request_id' },
  values: { ':request': requestId },
});

const mayTry = (now: number): Expression => ({
  expression: '#until > :now AND #tries < :limit',
  names: { '#until': 'valid_until', '#tries': 'tries' },
  values: { ':now': now, ':limit': CODE_TRIES },
});

/** Answers false where the condition of a write did not hold. */
const held = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};

export type UsernameRequestRepository = ReturnType<typeof createUsernameRequestRepository>;

/** Requests for user names. Numbers are those of access-patterns.md. */
export const createUsernameRequestRepository = (table: Table) => {
  const keyOf = ({ address_hash: hash }: Pick<UsernameRequest, 'address_hash'>) =>
    usernameRequestEntity.key({ address_hash: hash });
  return {
    /** G2. Stores a request; the one before is no longer valid. */
    async create(request: UsernameRequest): Promise<void> {
      await table.put(usernameRequestEntity.toItem(request));
    },

    /** G3. The newest request of an address, strongly consistent. */
    async get(addressHash: string): Promise<UsernameRequest | undefined> {
      const item = await table.get(keyOf({ address_hash: addressHash }), { consistent: true });
      return item && usernameRequestEntity.parse(item);
    },

    /** G4. Gives a request its code; false when a newer one took its place. */
    giveCode: (request: UsernameRequest, userId: string, codeHash: string): Promise<boolean> =>
      held(
        table.update(keyOf(request), { set: { user_id: userId, code_hash: codeHash } }, isStill(request.request_id)),
      ),

    /** G5. Notes that the mail with the code went out. */
    markMailed: (request: UsernameRequest): Promise<boolean> =>
      held(table.update(keyOf(request), { set: { mailed: true } }, isStill(request.request_id))),

    /**
     * G6. Counts a guess and answers the request; undefined when there is none, it is too late, or it was guessed too
     * often. `now` in milliseconds.
     */
    async countTry(addressHash: string, now: number): Promise<UsernameRequest | undefined> {
      try {
        return usernameRequestEntity.parse(
          await table.update(keyOf({ address_hash: addressHash }), { add: { tries: 1 } }, mayTry(now)),
        );
      } catch (error) {
        if (error instanceof ConditionFailed) return undefined;
        throw error;
      }
    },

    /** G7. Uses a request up; false when somebody else did, or a newer one took its place. */
    use: (request: UsernameRequest): Promise<boolean> =>
      held(table.delete(keyOf(request), isStill(request.request_id))),
  };
};
