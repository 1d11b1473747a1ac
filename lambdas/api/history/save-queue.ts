import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { toSavedQueue } from '../../domain/history/position.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/** Stores the signed-in user's queue, unless another player has stored a newer one or the history is paused. */
export const saveQueue = ({ queues, state, now }: HistoryDeps) =>
  route(endpoints['history.save-queue'], async ({ actor, body }) => {
    const { content_ids: ids, index, position_seconds: position, base_version: base, device, writer, number } = body;
    if (index > 0 && index >= ids.length) throw new AppError('validation_failed', 'The queue has no such entry.');
    const { paused_at: pausedAt } = await state.read(actor.userId);
    if (pausedAt !== null) return { status: 204 };
    const at = now();
    const value = {
      user_id: actor.userId,
      content_ids: ids,
      index,
      position_seconds: position,
      device,
      updated_at: at,
      version: Date.parse(at),
      writer,
      number,
    };
    const outcome = await queues.save({ value, base, clearedAt: null });
    const saved = outcome.kind === 'saved';
    const stored = saved ? outcome.value : outcome.current;
    return { status: 200, body: { saved, queue: stored ? toSavedQueue(stored) : null } };
  });
