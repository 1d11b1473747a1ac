import type { Route } from '../../http/route.ts';
import { getUsername } from './get-username.ts';
import { requestCode } from './request-code.ts';
import type { UsernameDeps } from './deps.ts';

/** The feature's endpoints. */
export const usernameRoutes = (deps: UsernameDeps): readonly Route[] => [requestCode(deps), getUsername(deps)];
