import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';
import { StoredToken } from '../../domain/security/tokens/token.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/** A user's tokens in gsi1, by id and so by time. */
export const tokensOf = (userId: string): string => key('SMART_TOKENS', userId);

/** All tokens in gsi2 by id, apart from those that were revoked. An id begins with the time when it was issued. */
export const VALID_TOKENS = 'SMART_TOKENS_VALID';
export const REVOKED_TOKENS = 'SMART_TOKENS_REVOKED';

/** A smart token, found by the hash of the token. */
export const smartTokenEntity = defineEntity({
  type: 'SMART_TOKEN',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'smart_tokens', expiresFrom: ({ created_at: at }) => at },
  onErase: 'delete',
  exportView: ({
    hash: _hash,
    session_id: _session,
    session_begun: _begun,
    sign_in: _signIn,
    thumbprint: _key,
    refresh_salt: _salt,
    user_id: _user,
    ...token
  }) => ({
    ...token,
    valid_until: new Date(token.valid_until).toISOString(),
  }),
  ofPerson: { index: 'gsi1', partition: tokensOf },
  schema: StoredToken,
  key: ({ hash }: { hash: string }) => ({ pk: key('TOKEN', hash), sk: 'META' }),
  indexes: {
    gsi1: ({ user_id: userId, id }) => ({ pk: tokensOf(userId), sk: id }),
    gsi2: ({ revoked_at: revoked, id }) => ({ pk: revoked === undefined ? VALID_TOKENS : REVOKED_TOKENS, sk: id }),
  },
});

/**
 * Which tokens of a user were not revoked, with what decides whether they are active. Changed with each token, so that
 * concurrent calls cannot issue more than allowed.
 */
export const activeTokensEntity = defineEntity({
  type: 'ACTIVE_TOKENS',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'smart_tokens', expiresFrom: ({ updated_at: at }) => at },
  onErase: 'delete',
  exportView: { none: 'Derived from the smart tokens.' },
  schema: z.object({
    user_id: UserId,
    /** By id. */
    tokens: z.record(
      z.string(),
      z.object({ session_id: z.string(), session_begun: z.number(), valid_until: z.number() }),
    ),
    updated_at: Timestamp,
    version: z.number(),
  }),
  key: ({ user_id: userId }: { user_id: string }) => ({ pk: tokensOf(userId), sk: 'ACTIVE' }),
});

/** That a proof was used. */
export const usedProofEntity = defineEntity({
  type: 'USED_PROOF',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'used_proofs', expiresFrom: ({ used_at: at }) => at },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({
    /** SHA-256 of the proof's id and the thumbprint of its key, in hex. */
    hash: z.string(),
    /** Milliseconds since 1970. */
    used_at: z.number(),
    /** The request that used it, which may send it to the table again when a response is lost. */
    request_id: z.string(),
  }),
  key: ({ hash }: { hash: string }) => ({ pk: key('PROOF', hash), sk: 'META' }),
});
