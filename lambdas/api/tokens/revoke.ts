import { AppError } from '../../domain/app-error.ts';
import { tokenStateOf, type StoredToken } from '../../domain/security/tokens/token.ts';
import type { Actor, Sender } from '../../http/route.ts';
import type { TokensDeps } from './deps.ts';
import { recordEvent } from './record-event.ts';

/** The call that revokes a token, with the reason. */
interface RevokeCall {
  readonly actor: Actor;
  readonly sender: Sender;
  readonly requestId: string;
  readonly body: { readonly reason: string };
}

/**
 * Revokes a token and returns it. Throws `smart_token_not_found` without one, and `invalid_state` for one that is not
 * active.
 */
export const revoke = async (
  deps: TokensDeps,
  call: RevokeCall,
  token: StoredToken | undefined,
): Promise<StoredToken> => {
  if (!token) throw new AppError('smart_token_not_found');
  const at = deps.now();
  const isActive = tokenStateOf(token, await deps.sessions.read(token.user_id), at) === 'active';
  const by = { actor: call.actor, requestId: call.requestId };
  const revoked = isActive
    ? await deps.tokens.revoke(token, call.body.reason, { by, at: new Date(at).toISOString() })
    : undefined;
  if (!revoked) throw new AppError('invalid_state', 'This smart token is not active any more.');
  await recordEvent(deps, call, 'smart_token_revoked', revoked, at);
  return revoked;
};
