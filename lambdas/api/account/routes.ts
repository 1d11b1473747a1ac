import type { Route } from '../../http/route.ts';
import { getMe } from './get-me.ts';
import { updateMe } from './update-me.ts';
import type { AccountDeps } from './deps.ts';

/** The feature's endpoints. */
export const accountRoutes = (deps: AccountDeps): readonly Route[] => [getMe(deps), updateMe(deps)];
