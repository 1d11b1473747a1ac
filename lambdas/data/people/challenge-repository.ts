import * as z from 'zod/mini';
import { ChallengeId, PHONE_ID, TOTP_ID } from '../../contract/people/factors.ts';
import { UserId } from '../../contract/shared.ts';
import {
  CHALLENGE_TRIES,
  CHALLENGE_VALID_MS,
  type ChallengeOwner,
  type FactorChallenge,
} from '../../domain/factors/challenge.ts';
import { defineEntity } from '../table/entity.ts';
import { orUndefined } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** A code that a user was asked for, in the partition of their factors. */
export const factorChallengeEntity = defineEntity({
  type: 'FACTOR_CHALLENGE',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'factor_challenges', expiresFrom: ({ valid_until: end }) => end - CHALLENGE_VALID_MS },
  onErase: 'delete',
  exportView: { none: 'A secret that is valid for minutes.' },
  schema: z.object({
    user_id: UserId,
    id: ChallengeId,
    session_id: z.string(),
    factor_id: z.enum([TOTP_ID, PHONE_ID]),
    username: z.string(),
    pool_session: z.string(),
    valid_until: z.number(),
    tries: z.number(),
  }),
  key: ({ user_id: userId, id }: { user_id: string; id: string }) => ({
    pk: key('FACTORS', userId),
    sk: key('CHALLENGE', id),
  }),
});

/** Condition: the challenge belongs to this session and factor, and can still be answered. */
const canTry = ({ session_id: session, factor_id: factor }: ChallengeOwner, now: number): Expression => ({
  expression: '#session = :session AND #factor = :factor AND #until > :now AND #tries < :limit',
  names: { '#session': 'session_id', '#factor': 'factor_id', '#until': 'valid_until', '#tries': 'tries' },
  values: { ':session': session, ':factor': factor, ':now': now, ':limit': CHALLENGE_TRIES },
});

export type ChallengeRepository = ReturnType<typeof createChallengeRepository>;

/** Codes that users were asked for. Numbers refer to access-patterns.md. */
export const createChallengeRepository = (table: Table) => ({
  /** FA3. Stores a challenge. */
  async create(challenge: FactorChallenge): Promise<void> {
    await table.put(factorChallengeEntity.toItem(challenge), isNew);
  },

  /**
   * FA4. Counts a try and returns the challenge. Undefined, without counting, when there is none, it belongs to another
   * session or factor, it has expired, or it had too many tries. `now` in milliseconds.
   */
  async countTry(owner: ChallengeOwner, id: string, now: number): Promise<FactorChallenge | undefined> {
    const ids = { user_id: owner.user_id, id };
    const counted = table.update(factorChallengeEntity.key(ids), { add: { tries: 1 } }, canTry(owner, now));
    const item = await orUndefined(counted);
    return item && factorChallengeEntity.parse(item);
  },

  /** FA5. Deletes a challenge that was answered. */
  async remove({ user_id: userId, id }: FactorChallenge): Promise<void> {
    await table.delete(factorChallengeEntity.key({ user_id: userId, id }));
  },
});
