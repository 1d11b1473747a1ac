import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { countsViews } from '../../domain/playback/view-rule.ts';
import { route } from '../../http/route.ts';
import type { PlaybackDeps } from './deps.ts';

/**
 * Counts the view of a play, from 10 seconds after its start or at the end of a shorter title: one per user and content
 * item in 24 hours. Plays by staff never count.
 */
export const countView = (deps: PlaybackDeps) =>
  route(endpoints['playback.count-view'], async ({ params, body, actor }) => {
    if (!countsViews(actor.role)) return { status: 200, body: { counted: false } };
    const result = await deps.plays.count(actor.userId, body.play_id, params.id, deps.now());
    if (result === 'unknown') throw new AppError('content_not_found', 'This play does not exist.');
    if (result === 'early')
      throw new AppError(
        'invalid_state',
        'A view counts after 10 seconds of playback, or at the end of a shorter title.',
      );
    return { status: 200, body: { counted: result === 'counted' } };
  });
