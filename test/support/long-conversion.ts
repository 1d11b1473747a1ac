import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CreateJobCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { findMediaTools } from '../../infra/local/services/mediaconvert/tools.ts';
import { buildJobSettings } from '../../lambdas/domain/media/job-settings.ts';
import { buildLadder } from '../../lambdas/domain/media/ladder.ts';

/** Length of the source: its conversion takes some seconds at least, and the test ends the stack as soon as it is at work. */
const SECONDS = 30;

/** Gives the stack of a data folder, as its operator, a conversion that is not done at once. `file` is where its source is made. */
export const startLongConversion = async (dataFolder: string, file: string): Promise<void> => {
  const { env } = JSON.parse(readFileSync(join(dataFolder, 'endpoint.json'), 'utf8')) as { env: Record<string, string> };
  const settings = {
    region: env['AWS_REGION'] ?? '',
    endpoint: env['AWS_ENDPOINT_URL'] ?? '',
    credentials: { accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '', secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '' },
  };
  const [stacks, s3, jobs] = [new CloudFormationClient(settings), new S3Client({ ...settings, forcePathStyle: true }), new MediaConvertClient(settings)];
  const { Stacks = [] } = await stacks.send(new DescribeStacksCommand({}));
  const Bucket = Stacks.flatMap(({ Outputs = [] }) => Outputs).find(({ OutputKey }) => /RefMedia.*Bucket/i.test(OutputKey ?? ''))?.OutputValue;
  if (!Bucket) throw new Error('No stack tells the name of the media bucket');
  const pattern = `testsrc2=s=640x480:r=25:d=${SECONDS}`;
  execFileSync(findMediaTools().ffmpeg, ['-loglevel', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', pattern, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', file]);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'uploads/long', Body: readFileSync(file) }));
  const video = { codec: 'AVC', width: 640, height: 480, rotation: 0, frameRate: { numerator: 25, denominator: 1 }, pixelAspect: 1, interlaced: false, hdr: false } as const;
  const ladder = buildLadder({ container: 'mp4', duration: SECONDS, streams: 1, bytes: 1, video }, 'business');
  const Settings = buildJobSettings({ contentId: 'long', version: 'v1', input: `s3://${Bucket}/uploads/long`, destination: `s3://${Bucket}`, thumbnailAt: 1, ladder });
  await jobs.send(new CreateJobCommand({ Role: 'arn:aws:iam::000000000000:role/operator', Settings }));
  for (const client of [stacks, s3, jobs]) client.destroy();
};
