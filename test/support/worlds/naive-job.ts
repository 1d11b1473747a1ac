import { randomUUID } from 'node:crypto';
import { buildJobSettings } from '../../../lambdas/domain/media/job-settings.ts';
import { createConverter } from '../../../lambdas/platform/converter.ts';
import { MEDIA, UPLOADS } from './media-engines.ts';
import type { MediaFlow } from './media-flow.ts';

/**
 * Creates a conversion job as pipelines often do, with a new token for each event: the control for tests of the
 * product. Its stage is `naive`.
 */
export const createNaiveJob = async (
  flow: Pick<MediaFlow, 'attempts' | 'converterClient'>,
  key: string,
  versionId: string,
): Promise<string> => {
  const [, contentId = '', version = ''] = key.split('/');
  const ladder = (await flow.attempts.list(contentId)).find((attempt) => attempt.ladder)?.ladder;
  if (!ladder) throw new Error(`${contentId} has no ladder`);
  return createConverter(flow.converterClient).createJob({
    roleArn: 'arn:aws:iam::000000000000:role/converter',
    token: randomUUID(),
    metadata: { contentId, versionId, attempt: '1', stage: 'naive' },
    settings: buildJobSettings({
      contentId,
      version,
      input: `s3://${UPLOADS}/${key}`,
      destination: `s3://${MEDIA}`,
      ladder,
      thumbnailAt: 0.5,
    }),
  });
};
