import { createHash, randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { contentEntity } from '../../../../lambdas/data/content/content-entity.ts';
import { creatorEntity } from '../../../../lambdas/data/content/creator-repository.ts';
import { uploadEntity } from '../../../../lambdas/data/conversion/upload-entity.ts';
import { historyEntity } from '../../../../lambdas/data/history/history-repository.ts';
import { rightsEntity } from '../../../../lambdas/data/people/rights-repository.ts';
import { dataRequestEntity } from '../../../../lambdas/data/privacy/data-request-entity.ts';
import { smartTokenEntity } from '../../../../lambdas/data/security/smart-token-entity.ts';
import { sessionsEntity } from '../../../../lambdas/data/sessions/sessions-entity.ts';
import { newAccountRights } from '../../../../lambdas/domain/accounts/actor.ts';
import { newToken, type NewToken } from '../../../../lambdas/domain/security/tokens/token.ts';
import type { TokenUse } from '../../../../lambdas/contract/security/smart-tokens.ts';
import type { Prove } from '../../api.ts';
import { dpopProof, newScriptKey, type ScriptKey } from '../../attacks/dpop-proof.ts';
import { someContent } from '../../content.ts';
import { claimedUpload } from '../conversion-records.ts';
import { completeExport } from '../data-request-rows.ts';
import { recently } from '../../recent.ts';

/** More than there are callers of a row, so that each finds a token that was neither refreshed nor revoked. */
const TOKENS = 24;
const HOUR_MS = 3_600_000;

const thumbprintOf = ({ publicJwk: { crv, kty, x, y } }: ScriptKey): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');

/** A token of a user and session, with another key than all others. `age`: milliseconds since it was issued. */
export const someToken = (
  userId: string,
  use: TokenUse,
  { age = 0, session = { id: randomUUID(), begun: Date.now() - 25 * HOUR_MS } } = {},
): NewToken & { readonly key: ScriptKey } => {
  const key = newScriptKey();
  const at = Date.now() - age;
  const made = newToken({
    userId,
    session: { ...session, seen: at, until: at + 48 * HOUR_MS, label: 'Firefox on Linux' },
    signIn: { assurance: 'aal1', authenticatedAt: Math.floor(at / 1000) },
    name: 'Nightly backup',
    use,
    thumbprint: thumbprintOf(key),
    facts: { risks: [0], locationKnown: true, at },
    id: `tok_${ulid(at)}`,
  });
  return { ...made, key };
};

/** The headers of a call with a smart token and a new proof. */
export const proving =
  (next: () => { readonly token: string; readonly key: ScriptKey }): Prove =>
  ({ method, url }) => {
    const { token, key } = next();
    return { authorization: `DPoP ${token}`, dpop: dpopProof({ token, key, method, url }) };
  };

/**
 * Valid calls about smart tokens, and those of scripts with tokens of a user of their own, who owns a title, an export
 * and a history. A row with a proof is allowed for every caller, and without it denied for every caller.
 */
export const tokenRows = (keeper: string) => {
  const userId = randomUUID();
  const begun = Date.now() - 25 * HOUR_MS;
  const session = { id: randomUUID(), begun };
  const of = (use: TokenUse, age = 0) => someToken(userId, use, { age, session });
  const creator = { id: `crt_${ulid()}`, name: 'A Script', plan: 'free', storage_used: 0, user_id: userId } as const;
  const id = `cnt_${ulid()}`;
  const content = someContent({
    id,
    creator_id: creator.id,
    creator_name: creator.name,
    source_key: `uploads/${id}/${ulid()}`,
  });
  const offered = completeExport(userId);
  const tokens = { original: of('original'), export: of('export'), api: of('api') };
  const old = Array.from({ length: TOKENS }, () => of('api', 23 * HOUR_MS));
  /** Of the user who makes every call, and of a session that has ended. */
  const ended = someToken(keeper, 'api');
  let [refreshed, revoked] = [0, 0];
  const unknown = { status: 404, code: 'smart_token_not_found' };
  const reason = 'Revoked by the matrix test';
  const { publicJwk } = newScriptKey();
  return {
    calls: {
      'tokens.create-token': [
        { input: { body: { name: 'Nightly backup', use: 'api', key: publicJwk } }, success: 201 },
      ],
      'tokens.list-tokens': [{ input: {}, success: 200 }],
      'tokens.revoke-token': [
        {
          input: { params: { tokenId: ended.stored.id }, body: { reason } },
          success: 409,
          otherwise: { user: unknown, moderator: unknown },
        },
      ],
      'tokens.list-active-tokens': [{ input: {}, success: 200 }],
      'tokens.revoke-user-token': [
        {
          input: {
            params: {
              get tokenId() {
                return old[TOKENS - 1 - (revoked++ % 4)]?.stored.id ?? '';
              },
            },
            body: { reason },
          },
          success: 200,
        },
      ],
      'tokens.get-token': [{ input: { proof: proving(() => tokens.api) }, success: 200 }],
      'tokens.refresh-token': [
        { input: { proof: proving(() => old[refreshed++ % (TOKENS - 4)] ?? tokens.api) }, success: 201 },
      ],
      'tokens.get-original': [{ input: { params: { id }, proof: proving(() => tokens.original) }, success: 302 }],
      'tokens.get-export': [
        { input: { params: { id: offered.id }, proof: proving(() => tokens.export) }, success: 302 },
      ],
      'tokens.list-content': [{ input: { query: { limit: '5' }, proof: proving(() => tokens.api) }, success: 200 }],
      'tokens.list-history': [{ input: { query: { limit: '5' }, proof: proving(() => tokens.api) }, success: 200 }],
    },
    stored: [
      rightsEntity.toItem(newAccountRights(userId)),
      sessionsEntity.toItem({
        user_id: userId,
        sessions: {
          [session.id]: { begun, seen: begun, until: Date.now() + 24 * HOUR_MS, label: 'Firefox on Linux' },
        },
      }),
      creatorEntity.toItem(creator),
      contentEntity.toItem(content),
      uploadEntity.toItem(claimedUpload(content)),
      dataRequestEntity.toItem(offered),
      ...[...Object.values(tokens), ...old, ended].map(({ stored }) => smartTokenEntity.toItem(stored)),
      ...[0, 1].map((index) =>
        historyEntity.toItem({
          ...content,
          user_id: userId,
          content_id: index === 0 ? id : `cnt_${ulid()}`,
          watched_at: recently(index),
        }),
      ),
    ],
  } as const;
};
