import { Duration } from 'aws-cdk-lib';
import type { Env } from '../../../lambdas/api/conversion/env.ts';
import type { Env as EventsEnv } from '../../../lambdas/workers/conversion-events/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { QueueConsumer } from '../../constructs/queue-consumer.ts';
import { cancelJobs, publishEvents, publishStills, useObjects } from '../../permissions.ts';
import { analysisEnv, partsOf, type FeatureFactory } from '../feature.ts';

/** Conversions: the API that shows, restarts and cancels them, and the worker for the events of MediaConvert's jobs. */
export const conversion: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const { media } = platform.data;
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'conversion',
    env: { ...apiEnv, ...analysisEnv(platform) },
    errorImpact:
      'Administrators cannot see the steps of an item, or restart or cancel conversions; running ones continue.',
  });
  publishEvents(api);
  cancelJobs(api);
  table.grant(api, {
    content: ['GetItem', 'Query', 'UpdateItem'],
    attempt: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    step: ['Query', 'PutItem'],
    leftovers: ['PutItem'],
    upload: ['GetItem', 'Query', 'UpdateItem'],
    audit: ['PutItem'],
  });

  const timeout = Duration.seconds(60);
  const worker = new AppFunction<EventsEnv>(scope, 'Events', {
    ...shared,
    folder: 'conversion-events',
    env: {
      TABLE_NAME,
      MEDIA_BUCKET: media.bucketName,
      DISTRIBUTION_PARAMETER: names.distribution,
      ...analysisEnv(platform),
    },
    timeout,
    errorImpact: 'Finished conversions stay "processing" until the queue is processed again; playback is unaffected.',
  });
  publishStills(worker, media, names.distribution);
  useObjects(worker, media, 'media', 's3:PutObject');
  publishEvents(worker);
  table.grant(worker, {
    settings: ['GetItem'],
    content: ['GetItem', 'Query', 'UpdateItem'],
    attempt: ['GetItem', 'UpdateItem'],
    step: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    leftovers: ['PutItem'],
    upload: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    audit: ['PutItem'],
  });
  const queue = new QueueConsumer(scope, 'ConversionQueue', {
    consumer: worker,
    timeout,
    sources: {
      JobChanged: {
        source: ['aws.mediaconvert'],
        detailType: ['MediaConvert Job State Change'],
        detail: { userMetadata: { stage: [platform.stage.name] } },
      },
      ReadyRequested: appEvent('StepRequested.v1', { step: ['ready'] }),
    },
    deadLetterImpact: 'These conversions are shown as overdue although they may have finished.',
  });
  return { api, workers: [worker], consumers: [queue], alarmed: [worker] };
};
