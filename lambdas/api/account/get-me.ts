import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { AccountDeps } from './deps.ts';
import { loadMe } from './load-me.ts';

/** Returns the signed-in user. Creates the profile if it is missing. */
export const getMe = (deps: AccountDeps) =>
  route(endpoints['account.get-me'], async ({ actor }) => ({ status: 200, body: await loadMe(deps, actor) }));
