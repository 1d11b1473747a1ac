import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { ResponsesDeps } from './response-deps.ts';

/** Changes what the rules may do automatically, unless someone else did since the caller read it. */
export const setSettings = ({ settings, now }: Pick<ResponsesDeps, 'settings' | 'now'>) =>
  route(endpoints['security.set-settings'], async ({ actor, body, requestId }) => {
    const before = await settings.read();
    if (before.version !== body.version) throw new AppError('version_conflict');
    const saved = await settings.save(before, body, { actor, requestId }, new Date(now()).toISOString());
    return { status: 200, body: saved };
  });
