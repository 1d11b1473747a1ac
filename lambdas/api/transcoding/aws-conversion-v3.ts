import { endpoints } from '../../contract/index.ts';
import { factsOf, isAlive } from '../../data/conversion-repository.ts';
import { AppError } from '../../domain/app-error.ts';
import { newAttempt, parseAttemptId } from '../../domain/conversion/attempt.ts';
import { route } from '../../http/route.ts';
import type { TranscodingDeps } from './routes.ts';

/** Stores a new attempt that supersedes the current one and asks the ingest worker to start it. */
const restart = async (deps: TranscodingDeps, contentId: string): Promise<void> => {
  for (;;) {
    const home = await deps.conversions.readHome(contentId);
    if (!home?.content) throw new AppError('content_not_found');
    if (!isAlive(home)) throw new AppError('invalid_state', 'The uploaded file was refused and removed. Upload it again.');
    const { current_attempt: current } = factsOf(home);
    if (!current) throw new AppError('invalid_state', 'The uploaded file has not arrived yet.');
    const previous = await deps.attempts.get({ content_id: contentId, ...parseAttemptId(current) });
    const { version_id: versionId, attempt: number } = parseAttemptId(current);
    const wanted = { contentId, uploadId: home.upload.upload_id, sourceKey: home.upload.key, versionId, attempt: number + 1 };
    if (!(await deps.conversions.begin(home, newAttempt(wanted, deps.now(), false), previous))) continue;
    await deps.events.publish('ConversionRequested.v1', { contentId, versionId, attempt: wanted.attempt });
    return;
  }
};

/**
 * Makes sure that a conversion attempt exists: an arrived file has one by itself, so nothing is left to do but to tell its state;
 * `restart` starts another, which the running one can no longer touch. What the browser says of URL, formats and plan is
 * not read (decisions.md 14).
 */
export const awsConversionV3 = (deps: TranscodingDeps) =>
  route(endpoints['transcoding.aws-conversion-v3'], async ({ body: { contentId, restart: again } }) => {
    if (again) await restart(deps, contentId);
    const home = await deps.conversions.readHome(contentId);
    if (!home?.content) throw new AppError('content_not_found');
    return { status: 200, body: { success: true as const, contentId, conversion_status: home.content.conversion_status } };
  });
