import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';
import { noticeOf, readOwned } from './owned-title.ts';

/** Returns the verdict about a title to its owner, with what counts for it. */
export const getNotice = (deps: SafetyDeps) =>
  route(endpoints['safety.get-notice'], async ({ params, actor }) => ({
    status: 200,
    body: await noticeOf(deps, await readOwned(deps, params.id, actor)),
  }));
