import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { SmartTokenInvalid } from '../../domain/security/tokens/rejection.ts';
import {
  isRefreshable,
  isUnused,
  newRefreshSalt,
  newToken,
  sessionOf,
  successorOf,
  tokenHash,
  toSmartToken,
} from '../../domain/security/tokens/token.ts';
import { route } from '../../http/route.ts';
import type { TokensDeps } from './deps.ts';
import { factsOf } from './facts-of.ts';
import { recordEvent } from './record-event.ts';

/**
 * The token that took the place of a refreshed one, for a client that asks again: because it lost the response, or
 * because two of its commands refresh at once. Throws once that token was used, so the old one is worth nothing then.
 */
const issuedBefore = async ({ tokens, now }: TokensDeps, text: string) => {
  const salt = (await tokens.find(tokenHash(text)))?.refresh_salt;
  const token = salt === undefined ? undefined : successorOf(text, salt);
  const stored = token === undefined ? undefined : await tokens.find(tokenHash(token));
  if (token === undefined || !stored || !isUnused(stored, now())) throw SmartTokenInvalid.token('revoked');
  return { ...toSmartToken(stored, 'active'), token };
};

/** Issues a new token in place of that of the call, for the same use, key and session. Its trust is computed again. */
export const refreshToken = (deps: TokensDeps) =>
  route(endpoints['tokens.refresh-token'], async (call) => {
    const { actor, requestId, smartToken: old, tokenText } = call;
    const at = deps.now();
    if (!isRefreshable(old, at))
      throw new AppError('invalid_state', 'A smart token can be refreshed in the last two hours before it expires.');
    if (old.revoked_at !== undefined) return { status: 201, body: await issuedBefore(deps, tokenText) };
    const session = sessionOf(old, await deps.sessions.read(old.user_id), at);
    if (!session) throw SmartTokenInvalid.token('session_ended');
    const salt = newRefreshSalt();
    const { token, stored } = newToken({
      userId: old.user_id,
      session,
      signIn: actor.signIn,
      name: old.name,
      use: old.use,
      thumbprint: old.thumbprint,
      facts: await factsOf(deps, actor, session, at),
      id: deps.newId(at),
      token: successorOf(tokenText, salt),
    });
    const act = { by: { actor, requestId }, at: stored.created_at };
    const refreshed = await deps.tokens.refresh({ ...old, refresh_salt: salt }, stored, act);
    if (!refreshed) return { status: 201, body: await issuedBefore(deps, tokenText) };
    await recordEvent(deps, call, 'smart_token_revoked', old, at);
    await recordEvent(deps, call, 'smart_token_issued', refreshed, at);
    return { status: 201, body: { ...toSmartToken(refreshed, 'active'), token } };
  });
