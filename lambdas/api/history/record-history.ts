import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { isVisible } from '../../domain/content/visibility.ts';
import { historyEntry } from '../../domain/history/entry.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/** Records that the signed-in user started a visible content item, unless their history is paused. */
export const recordHistory = ({ content, history, state, now }: HistoryDeps) =>
  route(endpoints['history.record-history'], async ({ actor, body }) => {
    const [watched, { paused_at: pausedAt }] = await Promise.all([
      content.get(body.content_id),
      state.read(actor.userId),
    ]);
    if (!watched || !isVisible(watched, actor.role)) throw new AppError('content_not_found');
    if (pausedAt !== null) return { status: 204 };
    const entry = historyEntry(watched, now());
    await history.record(actor.userId, entry);
    return { status: 200, body: entry };
  });
