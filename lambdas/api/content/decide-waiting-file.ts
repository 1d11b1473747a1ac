import { endpoints } from '../../contract/index.ts';
import { orRetry } from '../../data/table/errors.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Content } from '../../domain/content/content.ts';
import { assertNotHeld } from '../../domain/content/legal-hold.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import { toView } from '../../domain/content/views.ts';
import { isVisible, reviews } from '../../domain/content/visibility.ts';
import { conflict, optimistic, RETRY } from '../../domain/optimistic.ts';
import { fileDecisionAct } from '../../domain/uploads/waiting-file.ts';
import { route, type RouteRequest } from '../../http/route.ts';
import { staffRights } from '../staff-rights.ts';
import type { ContentDeps } from './deps.ts';
import { acceptFile, isRepeatedDecision, rejectFile } from './file-decisions.ts';

type Request = RouteRequest<(typeof endpoints)['content.decide-waiting-file']>;

/** Reads the item, decides, and saves the decision unless something changed since. */
const saveDecision = async (deps: ContentDeps, request: Request): Promise<Content | typeof RETRY> => {
  const { params, body, actor, requestId } = request;
  const content = await deps.content.get(params.id, { consistent: true });
  if (!content || !isVisible(content, actor.role)) throw new AppError('content_not_found');
  const { waiting_file: waiting, conversion_status: status } = content;
  if (waiting?.media_version !== body.version || !reviews(content, actor.role)) {
    if (await isRepeatedDecision(deps, content, body)) return content;
    throw new AppError('version_conflict', 'This file does not wait for review any more.');
  }
  assertNotHeld(content, 'decide');
  if (status === 'pending' || status === 'processing')
    throw new AppError('invalid_state', 'The file is being converted again. Decide when that has ended.');
  const decided = await (body.outcome === 'accepted'
    ? acceptFile(deps, content, waiting, { actor, reason: body.reason })
    : rejectFile(deps, content, waiting));
  if (!decided) return RETRY;
  const act = fileDecisionAct({ actor, requestId, reason: body.reason }, body.outcome, content, waiting);
  // A restart that begins meanwhile makes other renditions, which no one has seen.
  const extras = { more: decided.writes, byConversion: true };
  return orRetry(deps.content.saveEdit(content, decided.after, act, extras));
};

/**
 * Accepts or rejects a replacement that waits for review. Accepted, it takes the place of the item's file and is
 * analyzed like every new file. Rejected, it is removed. Repeating the call completes it.
 */
export const decideWaitingFile = (deps: ContentDeps) =>
  route(endpoints['content.decide-waiting-file'], async (request) => {
    const saved = await optimistic(() => saveDecision(deps, request), { exhausted: conflict });
    const shown = await syncStills(deps, saved);
    if (request.body.outcome === 'accepted') await deps.startSteps(saved.id);
    return { status: 200, body: toView(shown, await staffRights(request.actor.role, deps.readStorage)) };
  });
