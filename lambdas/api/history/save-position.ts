import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { isVisible } from '../../domain/content/visibility.ts';
import { isCleared, positionFrom, toPosition } from '../../domain/history/position.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/**
 * Stores the signed-in user's playback position in a visible content item, unless another player has stored a newer one
 * or the history is paused.
 */
export const savePosition = ({ content, positions, state, now }: HistoryDeps) =>
  route(endpoints['history.save-position'], async ({ actor, params: { contentId }, body }) => {
    const { position_seconds: position, duration_seconds: duration, base_version: base, device, writer, number } = body;
    const [{ paused_at: pausedAt, cleared_at: clearedAt }, watched] = await Promise.all([
      state.read(actor.userId),
      // A caller that knows a version could see the item before.
      base === 0 ? content.get(contentId) : undefined,
    ]);
    if (base === 0 && !(watched && isVisible(watched, actor.role))) throw new AppError('content_not_found');
    if (pausedAt !== null) return { status: 204 };
    const at = now();
    const value = {
      user_id: actor.userId,
      content_id: contentId,
      ...positionFrom(position, duration),
      device,
      updated_at: at,
      version: Date.parse(at),
      writer,
      number,
    };
    const outcome = await positions.save({ value, base, clearedAt });
    if (outcome.kind === 'saved') return { status: 200, body: { saved: true, position: toPosition(outcome.value) } };
    const { current } = outcome;
    const stored = current && !isCleared(current, clearedAt) ? toPosition(current) : null;
    return { status: 200, body: { saved: false, position: stored } };
  });
