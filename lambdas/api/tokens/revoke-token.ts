import { endpoints } from '../../contract/index.ts';
import { toSmartToken } from '../../domain/security/tokens/token.ts';
import { route } from '../../http/route.ts';
import type { TokensDeps } from './deps.ts';
import { revoke } from './revoke.ts';

/** Revokes a token of the signed-in user. */
export const revokeToken = (deps: TokensDeps) =>
  route(endpoints['tokens.revoke-token'], async (call) => {
    const [token] = await deps.tokens.listOwn(call.actor.userId, call.params.tokenId);
    return { status: 200, body: toSmartToken(await revoke(deps, call, token), 'revoked') };
  });
