import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { RetentionDeps } from './deps.ts';

/** Lists all legal holds, newest first. */
export const listHolds = ({ holds }: RetentionDeps) =>
  route(endpoints['retention.list-holds'], async () => ({ status: 200, body: { items: [...(await holds.list())] } }));
