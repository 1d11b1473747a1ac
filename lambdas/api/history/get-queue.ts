import { endpoints } from '../../contract/index.ts';
import { isVisible } from '../../domain/content/visibility.ts';
import { queueWindow, toSavedQueue } from '../../domain/history/position.ts';
import { savedContent, toSavedCard } from '../../domain/library/saved-content.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/**
 * Returns the signed-in user's last queue and some of its items. Returns no queue while the history is paused, because
 * the stored queue is outdated.
 */
export const getQueue = ({ lookup, queues, state, now }: HistoryDeps) =>
  route(endpoints['history.get-queue'], async ({ actor, query: { from } }) => {
    const [queue, { paused_at: pausedAt }] = await Promise.all([
      queues.get(actor.userId, Date.parse(now())),
      state.read(actor.userId, { consistent: false }),
    ]);
    if (!queue || pausedAt !== null) return { status: 200, body: { queue: null, items: [] } };
    const ids = queueWindow(queue, from);
    const found = ids.length === 0 ? new Map() : await lookup.getMany(ids);
    const visible = ids
      .map((id) => found.get(id))
      .filter((content) => content !== undefined && isVisible(content, actor.role));
    return {
      status: 200,
      body: { queue: toSavedQueue(queue), items: visible.map((content) => toSavedCard(savedContent(content))) },
    };
  });
