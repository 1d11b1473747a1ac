import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { AccountDeps } from './deps.ts';
import { loadMe } from './load-me.ts';

/** Answers the signed-in person, healing what a failed confirmation trigger did not write. */
export const getMe = (deps: AccountDeps) =>
  route(endpoints['account.get-me'], async ({ actor }) => ({ status: 200, body: await loadMe(deps, actor) }));
