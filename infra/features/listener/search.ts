import { Duration } from 'aws-cdk-lib';
import type { Env } from '../../../lambdas/api/search/env.ts';
import type { Env as IndexEnv } from '../../../lambdas/workers/search-index/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { QueueConsumer } from '../../constructs/queue-consumer.ts';
import { listObjects, readParameters, useObjects } from '../../permissions.ts';
import { partsOf, storageEnv, visitorEnv, type FeatureFactory } from '../feature.ts';

/**
 * MB of the API function: one full vCPU, and enough for two versions of an index of a million titles and of one of a
 * million sentences.
 */
const QUERY_MEMORY = 1769;

/** MB of the worker, which unpacks and repacks an index. */
const INDEX_MEMORY = 3008;

/** Search: the worker that keeps packed indexes in a bucket, and the API that queries them. */
export const search: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const { search: bucket } = platform.data;
  const SEARCH_BUCKET = bucket.bucketName;

  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'search',
    env: {
      ...apiEnv,
      ...visitorEnv(platform),
      ...storageEnv(platform),
      SEARCH_BUCKET,
      CURSOR_KEY_PARAMETER: names.cursorKey,
    },
    timeout: Duration.seconds(29),
    memory: QUERY_MEMORY,
    errorImpact: 'Search fails; browsing and playback are unaffected.',
  });
  listObjects(api, bucket);
  useObjects(api, bucket, 'search', 's3:GetObject');
  readParameters(api, names.cursorKey, names.distribution);
  table.grant(api, {
    content: ['BatchGetItem'],
    // The sentences of a page of results, as they are now.
    transcript: ['BatchGetItem'],
    transcriptSegment: ['BatchGetItem'],
  });

  const timeout = Duration.minutes(5);
  const worker = new AppFunction<IndexEnv>(scope, 'Index', {
    ...shared,
    folder: 'search-index',
    env: { TABLE_NAME, SEARCH_BUCKET },
    timeout,
    memory: INDEX_MEMORY,
    errorImpact: 'Search does not find new publications and edited transcripts; it never shows unpublished titles.',
  });
  listObjects(worker, bucket);
  useObjects(worker, bucket, 'search', 's3:GetObject', 's3:PutObject', 's3:DeleteObject');
  table.grant(worker, {
    content: ['BatchGetItem'],
    transcript: ['GetItem'],
    transcriptSegment: ['Query'],
  });
  const queue = new QueueConsumer(scope, 'SearchQueue', {
    consumer: worker,
    timeout,
    batchSize: 10,
    // Writers conflict at the index's head, so more of them are no faster.
    maxConcurrency: 2,
    sources: {
      Changed: appEvent('ContentChanged.v1', { aspects: ['search'] }),
      Transcribed: appEvent('TranscriptChanged.v1'),
    },
    deadLetterImpact: 'Search finds these titles by outdated texts, or not at all, until the messages are redriven.',
  });
  return { api, workers: [worker], consumers: [queue] };
};
