import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import { TOKEN_SECONDS, TOKENS_SHOWN, TRUST_PATTERNS } from '../../contract/security/token-rules.ts';
import type { Logger } from '../../domain/logger.ts';
import { conflict, optimistic } from '../../domain/optimistic.ts';
import type { Proof } from '../../domain/security/tokens/proof.ts';
import type { StoredToken } from '../../domain/security/tokens/token.ts';
import type { Sessions } from '../../domain/sessions/session.ts';
import { sessionsEntity } from '../sessions/sessions-entity.ts';
import { ignoreConditionFailed, onConditionFailed } from '../table/errors.ts';
import { exists, isNew } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import { behavioralPatternEntity, patternsOf } from './behavior-entity.ts';
import { REVOKED_TOKENS, smartTokenEntity, tokensOf, usedProofEntity, VALID_TOKENS } from './smart-token-entity.ts';
import { attemptIssue, attemptRefresh, attemptRevoke, type ActiveToken, type TokenAct } from './smart-token-writes.ts';

/** Tokens that administrators see at once. */
const LISTED = 100;

/** The first id of tokens that are issued at a time (milliseconds). */
const firstId = (time: number): string => `tok_${encodeTime(Math.max(0, time), 10)}${'0'.repeat(16)}`;

const newestFirst = (tokens: readonly StoredToken[]): readonly StoredToken[] =>
  [...tokens].sort((one, other) => (one.id < other.id ? 1 : -1));

export type SmartTokenRepository = ReturnType<typeof createSmartTokenRepository>;

const findIn =
  (table: Table) =>
  /** ST1. The token of a hash, strongly consistent; undefined for an unknown one. */
  async (hash: string): Promise<StoredToken | undefined> => {
    const item = await table.get(smartTokenEntity.key({ hash }), { consistent: true });
    return item && smartTokenEntity.parse(item);
  };

/** The checks of calls with smart tokens. Numbers refer to access-patterns.md. */
export const createSmartTokenChecks = (table: Table) => ({
  find: findIn(table),

  /** ST7. Records that a request uses a proof. False when another used it before. `now` in milliseconds. */
  useProof({ id, thumbprint }: Proof, requestId: string, now: number): Promise<boolean> {
    const hash = createHash('sha256').update(`${thumbprint} ${id}`).digest('hex');
    const used = usedProofEntity.toItem({ hash, used_at: now, request_id: requestId });
    return onConditionFailed(
      table.put(used, isNew).then(() => true),
      ({ item }) => item?.['request_id'] === requestId,
    );
  },

  /** ST8. Records when a token was used. */
  touch: (token: StoredToken, at: string): Promise<void> =>
    ignoreConditionFailed(table.update(smartTokenEntity.key(token), { set: { last_activity: at } }, exists)),
});

const createReads = (table: Table, logger: Logger) => {
  const parse = (items: Parameters<typeof parseList>[1]): StoredToken[] =>
    parseList(smartTokenEntity, items, (count) =>
      logger.error('Corrupt items left out of a list', { list: 'tokens', count }),
    );

  return {
    /** ST2. A user's newest 50 tokens in any state, or the one of an id. */
    async listOwn(userId: string, id?: string): Promise<readonly StoredToken[]> {
      const { items } = await table.query({
        index: 'gsi1',
        partition: tokensOf(userId),
        ...(id === undefined ? {} : { from: id, upTo: id }),
        limit: TOKENS_SHOWN,
      });
      return parse(items);
    },

    /** ST6. The newest 100 tokens of all users that have neither expired nor been revoked. `now` in milliseconds. */
    async listValid(now: number): Promise<readonly StoredToken[]> {
      const from = firstId(now - TOKEN_SECONDS * 1000 + 1);
      const { items } = await table.query({ index: 'gsi2', partition: VALID_TOKENS, from, limit: LISTED });
      return newestFirst(parse(await table.getMany(items.map(({ pk, sk }) => ({ pk, sk })))));
    },

    /** ST9. The token of an id, of any user and in any state; undefined for an unknown one. */
    async findById(id: string): Promise<StoredToken | undefined> {
      for (const partition of [VALID_TOKENS, REVOKED_TOKENS]) {
        const { items } = await table.query({ index: 'gsi2', partition, from: id, upTo: id, limit: 1 });
        const [found] = items;
        const item = found && (await table.get({ pk: found.pk, sk: found.sk }, { consistent: true }));
        if (item) return smartTokenEntity.parse(item);
      }
      return undefined;
    },

    /** ST10. The sessions of users, by their ids. */
    async sessionsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, Sessions | undefined>> {
      const items = await table.getMany([...new Set(userIds)].map((id) => sessionsEntity.key({ user_id: id })));
      const found = items.flatMap((item) => sessionsEntity.tryParse(item) ?? []);
      return new Map(found.map(({ user_id: userId, sessions }) => [userId, sessions]));
    },

    /** ST11. The risk scores of a user's newest 10 behavioral patterns. */
    async risksOf(userId: string): Promise<readonly number[]> {
      const { items } = await table.query({ partition: patternsOf(userId), prefix: 'PATTERN#', limit: TRUST_PATTERNS });
      return items.flatMap((item) => behavioralPatternEntity.tryParse(item)?.risk_score ?? []);
    },
  };
};

/** Smart tokens. Numbers refer to access-patterns.md. */
export const createSmartTokenRepository = (table: Table, logger: Logger) => ({
  ...createReads(table, logger),
  find: findIn(table),

  /**
   * ST3. Stores a new token with its audit entry. Throws `limit_reached` for a user with ten tokens that `isActive`
   * counts.
   */
  issue: (token: StoredToken, isActive: (token: ActiveToken) => boolean, act: TokenAct): Promise<StoredToken> =>
    optimistic<StoredToken>(() => attemptIssue(table, token, isActive, act), { exhausted: conflict }),

  /**
   * ST4. Stores a new token in place of another, which is revoked with its salt, in one transaction. Undefined when
   * that was revoked before: of two concurrent calls, one succeeds.
   */
  refresh: (old: StoredToken, token: StoredToken, act: TokenAct): Promise<StoredToken | undefined> =>
    optimistic<StoredToken | undefined>(() => attemptRefresh(table, old, token, act), { exhausted: conflict }),

  /**
   * ST5. Revokes a token. Undefined when it was revoked before. Throws `forbidden` when someone else than its user does
   * it and is no longer what they were.
   */
  revoke: (token: StoredToken, reason: string, act: TokenAct): Promise<StoredToken | undefined> =>
    optimistic<StoredToken | undefined>(() => attemptRevoke(table, token, reason, act), { exhausted: conflict }),
});
