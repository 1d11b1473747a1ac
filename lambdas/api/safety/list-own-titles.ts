import { endpoints } from '../../contract/index.ts';
import { decisionOn, currentSafety } from '../../domain/safety/gate.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';

/** Lists the titles of the caller's creators, newest first. */
export const listOwnTitles = ({ creators, owned }: SafetyDeps) =>
  route(endpoints['safety.list-own-titles'], async ({ actor, query: { cursor, limit } }) => {
    const ids = (await creators.ofUser(actor.userId)).map(({ id }) => id);
    const { items, next_cursor } = await owned.list(ids, { cursor, limit });
    return {
      status: 200,
      body: {
        items: items.map((content) => {
          const safety = currentSafety(content);
          const { id: content_id, title, content_type, status } = content;
          const decision = decisionOn(safety) ?? null;
          return { content_id, title, content_type, status, verdict: safety.verdict, decision };
        }),
        next_cursor,
      },
    };
  });
