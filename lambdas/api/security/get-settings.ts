import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { ResponsesDeps } from './response-deps.ts';

/** Returns what the rules may do automatically. */
export const getSettings = ({ settings }: Pick<ResponsesDeps, 'settings'>) =>
  route(endpoints['security.get-settings'], async () => ({ status: 200, body: await settings.read() }));
