import { AUTO_REFRESHED, MAX_ACTIVE_TOKENS } from '../../contract/security/token-rules.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ActBy, AuditAct } from '../../domain/audit/act.ts';
import { RETRY } from '../../domain/optimistic.ts';
import type { StoredToken } from '../../domain/security/tokens/token.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { rightsEntity, unchanged } from '../people/rights-repository.ts';
import { onConditionFailed } from '../table/errors.ts';
import { followsVersion, isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { activeTokensEntity, smartTokenEntity } from './smart-token-entity.ts';

/** What is remembered of a token that was not revoked. */
export type ActiveToken = Pick<StoredToken, 'session_id' | 'session_begun' | 'valid_until'>;

/** Who did it, and when (ISO 8601). */
export interface TokenAct {
  readonly by: ActBy;
  readonly at: string;
}

/** Condition: the token exists and was not revoked. */
const notRevoked: Expression = {
  expression: 'attribute_exists(#pk) AND attribute_not_exists(#revoked)',
  names: { '#pk': 'pk', '#revoked': 'revoked_at' },
};

interface ActiveTokens {
  readonly user_id: string;
  /** By id. */
  readonly tokens: Readonly<Record<string, ActiveToken>>;
  /** 0 when nothing is stored. */
  readonly version: number;
}

const readActive = async (table: Table, userId: string): Promise<ActiveTokens> => {
  const item = await table.get(activeTokensEntity.key({ user_id: userId }), { consistent: true });
  return item ? activeTokensEntity.parse(item) : { user_id: userId, tokens: {}, version: 0 };
};

/** The write that replaces what is remembered of a user's active tokens, without those that are no longer active. */
const activeWrite = (
  table: Table,
  before: ActiveTokens,
  tokens: Readonly<Record<string, ActiveToken>>,
  at: string,
): Write =>
  table.write.put(
    activeTokensEntity.toItem({
      user_id: before.user_id,
      tokens: { ...tokens },
      updated_at: at,
      version: before.version + 1,
    }),
    followsVersion(before.version),
  );

const partOf = ({ session_id, session_begun, valid_until }: StoredToken): ActiveToken => ({
  session_id,
  session_begun,
  valid_until,
});

const newWrite = (table: Table, token: StoredToken): Write => table.write.put(smartTokenEntity.toItem(token), isNew);

const revokedWrite = (table: Table, token: StoredToken): Write =>
  table.write.update(
    smartTokenEntity.key(token),
    {
      set: {
        revoked_at: token.revoked_at,
        revoke_reason: token.revoke_reason,
        refresh_salt: token.refresh_salt,
        ...smartTokenEntity.indexAttributes(token),
      },
    },
    notRevoked,
  );

/**
 * The entry of the audit log. It names tokens by id only: their names are texts of their users, and their trust and
 * level contain what is deleted when its consent is withdrawn.
 */
const entryWrite = (
  table: Table,
  { user_id: targetId }: StoredToken,
  { by, at }: TokenAct,
  act: Pick<AuditAct, 'action' | 'before' | 'after' | 'reason'>,
): Write => auditWrite(table, { ...by, ...act, targetId }, at);

const issuedPart = ({ id, use }: StoredToken) => ({ token_id: id, use });

/** The token as revoked. */
const revoked = (token: StoredToken, reason: string, at: string): StoredToken => ({
  ...token,
  revoked_at: at,
  revoke_reason: reason,
});

/** One attempt of ST3. `isActive`: whether a remembered token still counts. */
export const attemptIssue = async (
  table: Table,
  token: StoredToken,
  isActive: (token: ActiveToken) => boolean,
  act: TokenAct,
): Promise<StoredToken | typeof RETRY> => {
  const before = await readActive(table, token.user_id);
  const active = Object.entries(before.tokens).filter(([, one]) => isActive(one));
  if (active.length >= MAX_ACTIVE_TOKENS)
    throw new AppError('limit_reached', `You have ${MAX_ACTIVE_TOKENS} active tokens. Revoke one first.`);
  const tokens = { ...Object.fromEntries(active), [token.id]: partOf(token) };
  const written = table.transact([
    newWrite(table, token),
    activeWrite(table, before, tokens, act.at),
    entryWrite(table, token, act, { action: 'user.token-issued', before: null, after: issuedPart(token) }),
  ]);
  return onConditionFailed<StoredToken, typeof RETRY>(
    written.then(() => token),
    () => RETRY,
  );
};

/** One attempt of ST4. Undefined when the old token was revoked meanwhile. */
export const attemptRefresh = async (
  table: Table,
  old: StoredToken,
  token: StoredToken,
  act: TokenAct,
): Promise<StoredToken | undefined | typeof RETRY> => {
  const before = await readActive(table, token.user_id);
  const { [old.id]: _old, ...others } = before.tokens;
  const written = table.transact([
    revokedWrite(table, revoked(old, AUTO_REFRESHED, act.at)),
    newWrite(table, token),
    activeWrite(table, before, { ...others, [token.id]: partOf(token) }, act.at),
    entryWrite(table, token, act, {
      action: 'user.token-refreshed',
      before: { token_id: old.id },
      after: { token_id: token.id },
    }),
  ]);
  return onConditionFailed<StoredToken, undefined | typeof RETRY>(
    written.then(() => token),
    ({ index }) => (index === 0 ? undefined : RETRY),
  );
};

/** One attempt of ST5. Undefined when the token was revoked meanwhile. */
export const attemptRevoke = async (
  table: Table,
  token: StoredToken,
  reason: string,
  { by, at }: TokenAct,
): Promise<StoredToken | undefined | typeof RETRY> => {
  const before = await readActive(table, token.user_id);
  const { [token.id]: _revoked, ...others } = before.tokens;
  const isOwn = by.actor.userId === token.user_id;
  const after = revoked(token, reason, at);
  const written = table.transact([
    revokedWrite(table, after),
    activeWrite(table, before, others, at),
    entryWrite(
      table,
      token,
      { by, at },
      {
        action: 'user.token-revoked',
        before: { state: 'active' },
        after: { state: 'revoked', token_id: token.id },
        // What users write about their own tokens is theirs, and is deleted with the token.
        reason: isOwn ? undefined : reason,
      },
    ),
    ...(isOwn
      ? []
      : [
          table.write.check(
            rightsEntity.key({ user_id: by.actor.userId }),
            unchanged({ role: by.actor.role, disabled: false }),
          ),
        ]),
  ]);
  return onConditionFailed<StoredToken, undefined | typeof RETRY>(
    written.then(() => after),
    ({ index }) => {
      if (index === 3) throw new AppError('forbidden');
      return index === 0 ? undefined : RETRY;
    },
  );
};
