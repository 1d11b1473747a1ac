import type { Route } from '../../http/route.ts';
import { createToken } from './create-token.ts';
import type { TokensDeps } from './deps.ts';
import { getExport } from './get-export.ts';
import { getOriginal } from './get-original.ts';
import { getToken } from './get-token.ts';
import { listActiveTokens } from './list-active-tokens.ts';
import { listContent } from './list-content.ts';
import { listHistory } from './list-history.ts';
import { listTokens } from './list-tokens.ts';
import { refreshToken } from './refresh-token.ts';
import { revokeToken } from './revoke-token.ts';
import { revokeUserToken } from './revoke-user-token.ts';

/** The feature's endpoints. */
export const tokensRoutes = (deps: TokensDeps): readonly Route[] => [
  createToken(deps),
  listTokens(deps),
  revokeToken(deps),
  listActiveTokens(deps),
  revokeUserToken(deps),
  getToken(),
  refreshToken(deps),
  getOriginal(deps),
  getExport(deps),
  listContent(deps),
  listHistory(deps),
];
