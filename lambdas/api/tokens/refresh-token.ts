import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { SmartTokenInvalid } from '../../domain/security/tokens/rejection.ts';
import { isRefreshable, newToken, sessionOf, toSmartToken } from '../../domain/security/tokens/token.ts';
import { route } from '../../http/route.ts';
import type { TokensDeps } from './deps.ts';
import { factsOf } from './facts-of.ts';
import { recordEvent } from './record-event.ts';

/** Issues a new token in place of that of the call, for the same use, key and session. Its trust is computed again. */
export const refreshToken = (deps: TokensDeps) =>
  route(endpoints['tokens.refresh-token'], async (call) => {
    const { actor, requestId, smartToken: old } = call;
    const at = deps.now();
    if (!isRefreshable(old, at))
      throw new AppError('invalid_state', 'A smart token can be refreshed in the last two hours before it expires.');
    const session = sessionOf(old, await deps.sessions.read(old.user_id), at);
    if (!session) throw SmartTokenInvalid.token('session_ended');
    const { token, stored } = newToken({
      userId: old.user_id,
      session,
      signIn: actor.signIn,
      name: old.name,
      use: old.use,
      thumbprint: old.thumbprint,
      facts: await factsOf(deps, actor, session, at),
      id: deps.newId(at),
    });
    const by = { actor, requestId };
    const refreshed = await deps.tokens.refresh(old, stored, { by, at: stored.created_at });
    if (!refreshed) throw SmartTokenInvalid.token('revoked');
    await recordEvent(deps, call, 'smart_token_revoked', old, at);
    await recordEvent(deps, call, 'smart_token_issued', refreshed, at);
    return { status: 201, body: { ...toSmartToken(refreshed, 'active'), token } };
  });
