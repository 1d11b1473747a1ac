import { randomUUID } from 'node:crypto';
import { buildJobSettings } from '../../../lambdas/domain/media/job-settings.ts';
import { createConverter } from '../../../lambdas/platform/converter.ts';
import { MEDIA, UPLOADS, type MediaFlow } from './media-flow.ts';

/**
 * Makes a conversion job as pipelines often do, under a new id for each event: the control beside the tests of ours.
 * Its stage is `naive`.
 */
export const makeNaiveJob = async (
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
