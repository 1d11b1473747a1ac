import { endpoints } from '../../contract/index.ts';
import { toDataRequest } from '../../domain/privacy/data-request.ts';
import { route } from '../../http/route.ts';
import type { DataRequestsDeps } from './deps.ts';

/** Lists the newest requests of the current user, and whether a legal hold keeps their data. */
export const listOwn = ({ requests, holds }: DataRequestsDeps) =>
  route(endpoints['data-requests.list-own'], async ({ actor: { userId } }) => {
    const [own, hold] = await Promise.all([requests.listOwn(userId), holds.get(userId)]);
    return { status: 200, body: { items: own.map(toDataRequest), held_since: hold?.set_at ?? null } };
  });
