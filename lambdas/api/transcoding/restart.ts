import { factsOf, isAlive } from '../../data/conversion-repository.ts';
import { AppError } from '../../domain/app-error.ts';
import { newAttempt, parseAttemptId } from '../../domain/conversion/attempt.ts';
import type { TranscodingDeps } from './routes.ts';

/**
 * Stores a new attempt that supersedes the current one and asks the ingest worker to start it. Throws AppError `content_not_found`, or
 * `invalid_state` when there is no source to convert.
 */
export const restart = async (deps: TranscodingDeps, contentId: string): Promise<void> => {
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
