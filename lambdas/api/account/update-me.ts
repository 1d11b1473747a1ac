import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { toMe } from '../to-me.ts';
import { loadMe } from './load-me.ts';
import type { AccountDeps } from './deps.ts';

/** Changes the full name of the signed-in user. */
export const updateMe = (deps: AccountDeps) =>
  route(endpoints['account.update-me'], async ({ actor, body }) => {
    const renamed = await deps.profiles.rename(actor.userId, body.full_name);
    if (renamed) return { status: 200, body: toMe(renamed, actor) };
    const created = await loadMe(deps, actor);
    return { status: 200, body: toMe((await deps.profiles.rename(actor.userId, body.full_name)) ?? created, actor) };
  });
