import { endpoints } from '../../contract/index.ts';
import { toDataRequest } from '../../domain/privacy/data-request.ts';
import { route } from '../../http/route.ts';
import type { DataRequestsDeps } from './deps.ts';

/** Lists the newest requests of the current user. */
export const listOwn = ({ requests }: DataRequestsDeps) =>
  route(endpoints['data-requests.list-own'], async ({ actor }) => ({
    status: 200,
    body: { items: (await requests.listOwn(actor.userId)).map(toDataRequest) },
  }));
