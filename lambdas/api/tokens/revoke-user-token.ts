import { endpoints } from '../../contract/index.ts';
import { toSmartToken } from '../../domain/security/tokens/token.ts';
import { route } from '../../http/route.ts';
import type { TokensDeps } from './deps.ts';
import { revoke } from './revoke.ts';

/** Revokes a token of any user. */
export const revokeUserToken = (deps: TokensDeps) =>
  route(endpoints['tokens.revoke-user-token'], async (call) => {
    const revoked = await revoke(deps, call, await deps.tokens.findById(call.params.tokenId));
    const names = await deps.profiles.namesOf([revoked.user_id]);
    return {
      status: 200,
      body: { ...toSmartToken(revoked, 'revoked'), user_name: names.get(revoked.user_id) ?? null },
    };
  });
