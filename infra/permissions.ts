import { Stack } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type { AppFunction } from './constructs/app-function.ts';
import { reasons } from './nag.ts';

/** Allows a function to read parameters, given by full name: `/soundstage/<stage>/…`. */
export const readParameters = (target: AppFunction, ...names: readonly string[]): void => {
  const stack = Stack.of(target);
  target.allow({
    actions: ['ssm:GetParameter'],
    resources: names.map((name) => stack.formatArn({ service: 'ssm', resource: `parameter${name}` })),
  });
};

/** Allows a function to publish events on the account's default bus. */
export const publishEvents = (target: AppFunction): void => {
  const bus = Stack.of(target).formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' });
  target.allow({ actions: ['events:PutEvents'], resources: [bus] });
};

/** Allows a function these actions on the distribution, which belongs to a later stack. */
const useDistribution = (target: AppFunction, ...actions: readonly `cloudfront:${string}`[]): void => {
  target.allow({
    actions,
    resources: [
      Stack.of(target).formatArn({ service: 'cloudfront', region: '', resource: 'distribution', resourceName: '*' }),
    ],
    wildcardReason: reasons.runtimeId,
  });
};

/** Allows a function to read the state of the distribution, and what else these actions read. */
export const describeDistribution = (
  target: AppFunction,
  ...more: readonly `cloudfront:${'Get' | 'List'}${string}`[]
): void => useDistribution(target, 'cloudfront:GetDistribution', ...more);

/** Allows a function to invalidate cached files of the distribution. */
export const invalidate = (target: AppFunction): void => useDistribution(target, 'cloudfront:CreateInvalidation');

/** Allows a function these actions on objects whose keys start with a prefix. */
export const useObjects = (
  target: AppFunction,
  bucket: s3.IBucket,
  prefix: string,
  ...actions: readonly `s3:${string}`[]
): void => {
  target.allow({ actions, resources: [bucket.arnForObjects(`${prefix}/*`)], wildcardReason: reasons.runtimeId });
};

/** Allows a function to list objects. Without it, S3 returns 403 instead of 404 for a missing object. */
export const listObjects = (target: AppFunction, bucket: s3.IBucket): void => {
  target.allow({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] });
};

/** Allows a function to copy the stills of published titles to the public folder, and to delete them there. */
export const publishStills = (target: AppFunction, media: s3.IBucket, distributionParameter: string): void => {
  listObjects(target, media);
  useObjects(target, media, 'media', 's3:GetObject');
  useObjects(target, media, 'posters', 's3:PutObject', 's3:DeleteObject');
  readParameters(target, distributionParameter);
  invalidate(target);
};

/** Allows a function to cancel conversion jobs, whose IDs are assigned by MediaConvert. */
export const cancelJobs = (target: AppFunction): void => {
  target.allow({
    actions: ['mediaconvert:CancelJob'],
    resources: [Stack.of(target).formatArn({ service: 'mediaconvert', resource: 'jobs', resourceName: '*' })],
    wildcardReason: reasons.runtimeId,
  });
};

/** Allows a function these actions on the transcription jobs of a stage, which are named after runs of steps. */
export const useTranscriptionJobs = (
  target: AppFunction,
  stage: string,
  ...actions: readonly `transcribe:${string}`[]
): void => {
  const resourceName = `soundstage-${stage}-*`;
  target.allow({
    actions,
    resources: [Stack.of(target).formatArn({ service: 'transcribe', resource: 'transcription-job', resourceName })],
    wildcardReason: reasons.runtimeId,
  });
};
