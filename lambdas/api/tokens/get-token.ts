import { endpoints } from '../../contract/index.ts';
import { toSmartToken } from '../../domain/security/tokens/token.ts';
import { route } from '../../http/route.ts';

/** Returns the token of the call, which the chain has checked. */
export const getToken = () =>
  route(endpoints['tokens.get-token'], async ({ smartToken }) => ({
    status: 200,
    body: toSmartToken(smartToken, 'active'),
  }));
