import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { PrivacyDeps } from './deps.ts';

/** Lists the signed-in user's decisions, newest first. */
export const listConsents = ({ consents }: PrivacyDeps) =>
  route(endpoints['privacy.list-consents'], async ({ actor, query: { cursor, limit } }) => {
    const { items, next_cursor } = await consents.list(actor.userId, { cursor, limit });
    return { status: 200, body: { items: [...items], next_cursor } };
  });
