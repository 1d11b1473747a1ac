import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateJobCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { findMediaTools } from '../../../infra/local/media/tools.ts';
import { buildJobSettings } from '../../../lambdas/domain/media/job-settings.ts';
import { buildLadder } from '../../../lambdas/domain/media/ladder.ts';
import { readTemplates, resourcesOf } from '../stack/assembly.ts';
import { openOperator } from '../stack/operator.ts';

/** Length of the source. Its conversion takes several seconds, and the test stops the stack as soon as it starts. */
const SECONDS = 30;

/** The template's role for conversions; any other could not read or write. */
const converterRole = (dataFolder: string): string => {
  const folder = join(dataFolder, 'cdk.out');
  const role = resourcesOf({ folder, templates: readTemplates(folder) }, 'AWS::IAM::Role').find(({ id }) =>
    id.startsWith('IngestConverter'),
  );
  if (!role) throw new Error('The template has no role for conversions');
  return `arn:aws:iam::000000000000:role/Soundstage-local-${role.stack}-${role.id}`;
};

/**
 * Starts a conversion that takes a while, directly in the stack of a data folder. The source is created at `file`.
 */
export const startLongConversion = async (dataFolder: string, file: string): Promise<void> => {
  const { settings, s3, buckets, close } = openOperator({ dataFolder, url: '' });
  const jobs = new MediaConvertClient(settings);
  const pattern = `testsrc2=s=640x480:r=25:d=${SECONDS}`;
  execFileSync(findMediaTools().ffmpeg, [
    '-loglevel',
    'error',
    '-nostdin',
    '-y',
    '-f',
    'lavfi',
    '-i',
    pattern,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    file,
  ]);
  await s3.send(new PutObjectCommand({ Bucket: buckets.uploads, Key: 'uploads/long', Body: readFileSync(file) }));
  const video = {
    codec: 'AVC',
    width: 640,
    height: 480,
    rotation: 0,
    frameRate: { numerator: 25, denominator: 1 },
    pixelAspect: 1,
    interlaced: false,
    hdr: false,
  } as const;
  const ladder = buildLadder({ container: 'mp4', duration: SECONDS, streams: 1, bytes: 1, video }, 'business');
  const Settings = buildJobSettings({
    contentId: 'long',
    version: 'v1',
    input: `s3://${buckets.uploads}/uploads/long`,
    destination: `s3://${buckets.media}`,
    thumbnailAt: 1,
    ladder,
  });
  await jobs.send(new CreateJobCommand({ Role: converterRole(dataFolder), Settings }));
  jobs.destroy();
  close();
};
