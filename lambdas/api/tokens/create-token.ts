import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { guardRate, newTokens } from '../../domain/limits/rate-limit.ts';
import { newToken, sessionOf, toSmartToken } from '../../domain/security/tokens/token.ts';
import { activeSession } from '../../domain/sessions/session.ts';
import { route } from '../../http/route.ts';
import type { TokensDeps } from './deps.ts';
import { factsOf } from './facts-of.ts';
import { recordEvent } from './record-event.ts';

/** Issues a token that is bound to the session of the call and to the given key. */
export const createToken = (deps: TokensDeps) =>
  route(endpoints['tokens.create-token'], async (call) => {
    const { actor, body, requestId } = call;
    const { userId, signIn } = actor;
    const at = deps.now();
    const thumbprint = await deps.thumbprintOf(body.key);
    if (thumbprint === undefined)
      throw new AppError('validation_failed', undefined, [{ path: 'key', message: 'Must be a point of the curve' }]);
    const sessions = await deps.sessions.read(userId);
    const session = signIn.id === null ? undefined : activeSession(sessions, signIn.id, at);
    if (!session || signIn.id === null) throw new AppError('session_ended');
    await guardRate(deps.counters, newTokens, userId, at);
    const facts = await factsOf(deps, actor, session, at);
    const { token, stored } = newToken({
      userId,
      session: { ...session, id: signIn.id },
      signIn,
      name: body.name,
      use: body.use,
      thumbprint,
      facts,
      id: deps.newId(at),
    });
    await deps.tokens.issue(stored, (one) => one.valid_until > at && sessionOf(one, sessions, at) !== undefined, {
      by: { actor, requestId },
      at: stored.created_at,
    });
    await recordEvent(deps, call, 'smart_token_issued', stored, at);
    return { status: 201, body: { ...toSmartToken(stored, 'active'), token } };
  });
