import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { isVisible } from '../../domain/content/visibility.ts';
import { historyEntry } from '../../domain/history/entry.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './routes.ts';

/** Notes that the signed-in person started a content that they may see. */
export const recordHistory = ({ content, history, now }: HistoryDeps) =>
  route(endpoints['history.record-history'], async ({ actor, body }) => {
    const watched = await content.get(body.content_id);
    if (!watched || !isVisible(watched, actor.role)) throw new AppError('content_not_found');
    const entry = historyEntry(watched, now());
    await history.record(actor.userId, entry);
    return { status: 200, body: entry };
  });
