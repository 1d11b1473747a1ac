import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { AccountDeps } from './deps.ts';
import { loadMe, meOf } from './load-me.ts';

/** Changes the full name of the signed-in user. */
export const updateMe = (deps: AccountDeps) =>
  route(endpoints['account.update-me'], async ({ actor, body }) => {
    const renamed = await deps.profiles.rename(actor.userId, body.full_name);
    if (renamed) return { status: 200, body: meOf(deps, renamed, actor) };
    const created = await loadMe(deps, actor);
    const profile = (await deps.profiles.rename(actor.userId, body.full_name)) ?? created;
    return { status: 200, body: meOf(deps, profile, actor) };
  });
