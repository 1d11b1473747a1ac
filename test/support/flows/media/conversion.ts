import { stepEntity } from '../../../../lambdas/data/pipeline/step-repository.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEDIA } from '../../media/media-files.ts';
import { tinyWav } from '../../media/tiny-wav.ts';
import { contentKeyOf, LONG_AGO, type FlowTools } from '../flow-tools.ts';

/** Writes an item's playlists again and reads its steps. */
export const rewritePlaylists = async (
  { open, api, admin, currentAttempt }: FlowTools,
  contentId: string,
): Promise<void> => {
  const { version_id, attempt } = await currentAttempt(contentId);
  const run = stepEntity.key({ content_id: contentId, version_id, attempt, step: 'ready', run: 2 });
  await api.call('conversion.run-step', { params: { id: contentId, step: 'ready' } }, admin);
  await open.until('the playlists', run, ({ state }) => state === 'completed');
  const { steps } = await api.call('conversion.list-steps', { params: { id: contentId } }, admin);
  const ready = steps.find(({ step }) => step === 'ready');
  if (ready?.attempts !== 2) throw new Error('The playlists were not written twice');
};

/** Restarts a conversion twice, where the second restart cancels the first one's job, and waits for the result. */
export const restartTwice = async (tools: FlowTools, contentId: string): Promise<void> => {
  tools.jobs.hold();
  await tools.restart(contentId);
  await tools.waitForJob(contentId, 2);
  await tools.restart(contentId);
  await tools.waitForJob(contentId, 3);
  tools.jobs.release();
  await tools.waitForConversion(contentId, 3);
};

/**
 * Replaces the file of a restarted item, waits for the job that recognizes its speech, restarts that conversion too,
 * which completes after it was given up, and sweeps the leftovers of the attempts.
 */
export const replaceFile = async (tools: FlowTools, contentId: string): Promise<void> => {
  const { open } = tools;
  const body = readFileSync(join(MEDIA, 'rabbit320.mp4'));
  const { s3Key, uploadUrl } = await tools.requestUpload({
    fileName: 'better.mp4',
    fileType: 'video/mp4',
    fileSize: body.length,
    contentId,
  });
  tools.jobs.hold();
  await tools.sendFile(uploadUrl, body, 'video/mp4');
  await tools.requestUpload({ action: 'complete', s3Key });
  await tools.waitForJob(contentId, 4);
  const { version_id, attempt } = await tools.currentAttempt(contentId);
  const speech = stepEntity.key({ content_id: contentId, version_id, attempt, step: 'speech', run: 1 });
  await open.until('the job that recognizes its speech', speech, ({ provider }) => provider === 'transcribe');
  await tools.restart(contentId);
  const { pk, sk } = await tools.waitForJob(contentId, 5);
  // As the sweeper ends one that takes too long. It completes nevertheless.
  await open.change({ pk, sk }, { state: 'failed', failure: 'overdue', reason: 'Too late.', finished_at: LONG_AGO });
  await open.change(contentKeyOf(contentId), { conversion_status: 'failed', conversion_error: 'Too late.' });
  tools.jobs.release();
  await tools.waitForConversion(contentId, 5);
  const leftovers = { pk, sk: 'LEFTOVERS' };
  await open.change({ pk, sk }, { finished_at: LONG_AGO });
  await open.change(leftovers, { due_at: LONG_AGO, gsi1sk: `${LONG_AGO}#${contentId}` });
  await open.run('sweeper');
  await tools.waitUntilDeleted(leftovers);
  const { source_key: key } = (await open.read(contentKeyOf(contentId))) ?? {};
  if (key !== s3Key) throw new Error('The file was not replaced');
};

/** Reports a job as complete that has written nothing, and cancels the next one. */
export const endWithoutResults = async (tools: FlowTools): Promise<void> => {
  tools.jobs.hold();
  const { contentId, s3Key } = await tools.storeFile('d.wav', 'audio/wav', tinyWav());
  await tools.requestUpload({ action: 'complete', s3Key });
  await tools.createContent(s3Key);
  tools.reportJob('COMPLETE', contentId, await tools.waitForJob(contentId, 1));
  await tools.waitForFailure('the failed conversion', contentKeyOf(contentId));
  await tools.restart(contentId);
  await tools.waitForJob(contentId, 2);
  await tools.api.call('conversion.cancel', { params: { id: contentId } }, tools.admin);
  await tools.waitForFailure('the canceled conversion', contentKeyOf(contentId));
  tools.jobs.release();
};
