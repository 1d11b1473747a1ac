import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import type { Context, SQSEvent } from 'aws-lambda';
import type { BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { call, accessClaims, gatewayEvent, type TestResponse } from '../http.ts';
import { MEDIA, startMediaEngines, UPLOADS, type QueueName } from './media-engines.ts';
import { createMediaFunctions, people, type PersonName, type TestPipeline } from './media-functions.ts';

/** How often a queue delivers a message, and how long it hides one that failed: as in the template. */
const RECEIVES = 5;
const HIDDEN_MS = 6 * 60_000;

const sqs = (event: BridgeEvent): SQSEvent =>
  ({
    Records: [{ messageId: event.id, body: JSON.stringify(event), attributes: { ApproximateReceiveCount: '1' } }],
  }) as unknown as SQSEvent;

/**
 * The media pipeline in one process: the real functions over DynamoDB Local, the S3 engine and the local MediaConvert.
 * Tests drain the queues by hand. The clock is the system's plus an offset that a test sets.
 */
export const startMediaFlow = async (testPipeline?: TestPipeline) => {
  let offset = 0;
  const now = () => Date.now() + offset;
  const engines = await startMediaEngines(now);
  const { db, s3, s3Client, converterClient, mediaConvert, queues, seen, aws, stop } = engines;
  const functions = createMediaFunctions(engines, now, testPipeline);
  const { api, workers, creators } = functions;

  /** Delivers one event to a worker; returns true when it was processed. */
  const deliver = async (queue: QueueName, event: BridgeEvent): Promise<boolean> =>
    (await workers[queue](sqs(event))).batchItemFailures.length === 0;
  /** Drains the queues and waits for conversions. Failed messages stay; returns how many there are. */
  const pump = async (): Promise<number> => {
    const failed: [QueueName, BridgeEvent][] = [];
    for (;;) {
      const queue = (['ingest', 'conversion', 'deletion', 'steps'] as const).find((name) => queues[name].length > 0);
      if (!queue) {
        await mediaConvert.idle();
        if (Object.values(queues).every((events) => events.length === 0)) break;
        continue;
      }
      const event = queues[queue].shift() as BridgeEvent;
      if (!(await deliver(queue, event))) failed.push([queue, event]);
    }
    for (const [queue, event] of failed) queues[queue].push(event);
    return failed.length;
  };
  /** Drains the queues; failed messages are delivered again after the time for which a queue hides them. */
  const pumpAll = async (): Promise<void> => {
    for (let tries = 1; (await pump()) > 0; tries += 1) {
      if (tries === RECEIVES) throw new Error('A message would go to the dead-letter queue');
      offset += HIDDEN_MS;
    }
  };

  return {
    ...functions,
    db,
    s3,
    s3Client,
    mediaConvert,
    converterClient,
    queues,
    /** Every event that was published. */
    seen,
    aws,
    deliver,
    pump,
    pumpAll,
    now,
    stop,
    /** Advances the clock by `ms`. */
    skip(ms: number) {
      offset += ms;
    },
    call: (
      routeKey: string,
      body?: unknown,
      options: { who?: PersonName; params?: Record<string, string>; query?: Record<string, string> } = {},
    ): Promise<TestResponse> =>
      call(api, {
        routeKey,
        ...(body === undefined ? {} : { body }),
        ...(options.params ? { params: options.params } : {}),
        ...(options.query ? { query: options.query } : {}),
        claims: accessClaims(people[options.who ?? 'admin'].id),
      }),
    /** The `Set-Cookie` values of the response that opens an item. */
    async cookies(contentId: string, who: PersonName): Promise<readonly string[]> {
      const event = gatewayEvent({
        routeKey: 'POST /api/functions/get-media-url',
        body: { contentId },
        claims: accessClaims(people[who].id),
      });
      return (await api(event, {} as Context)).cookies ?? [];
    },
    /** Bytes counted for the organization's uploads. */
    storageUsed: async (): Promise<number> => (await creators.organization()).storage_used,
    /** Keys of every stored version in both buckets. */
    async stored(): Promise<string[]> {
      const lists = await Promise.all(
        [UPLOADS, MEDIA].map((Bucket) => s3Client.send(new ListObjectVersionsCommand({ Bucket }))),
      );
      return lists.flatMap(({ Versions = [], DeleteMarkers = [] }) =>
        [...Versions, ...DeleteMarkers].map(({ Key }) => Key ?? ''),
      );
    },
    /** IDs of the conversion jobs that reported an event. */
    jobs: (): readonly string[] => [
      ...new Set(
        seen
          .filter(({ source }) => source === 'aws.mediaconvert')
          .map(({ detail }) => (detail as { jobId: string }).jobId),
      ),
    ],
  };
};

export type MediaFlow = Awaited<ReturnType<typeof startMediaFlow>>;
