import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { bridgeEvent, type BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { createQueueEngine } from '../../../infra/local/events/queues/queue-engine.ts';
import { createSqsMapping } from '../../../infra/local/events/queues/sqs-mapping.ts';
import { systemClock } from '../../../infra/local/clock.ts';
import type { SQSEvent } from 'aws-lambda';
import { UPLOADS } from '../../support/worlds/media-engines.ts';
import { startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';
import { waitFor } from '../../support/stack/local-stack.ts';
import { retryAtOnce } from '../../support/stack/retry-at-once.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { sampleOf } from '../../support/rounds.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';

const UPLOAD = 'POST /api/functions/s3-upload-url';
const seed = newSeed();
console.info(`seed ${seed}`);
const random = createRandom(seed);

let flow: MediaFlow;
beforeAll(async () => {
  flow = await startMediaFlow();
});
afterAll(() => flow.stop());

interface Allotted {
  readonly contentId: string;
  readonly s3Key: string;
}
const store = async (): Promise<Allotted> => {
  const wav = tinyWav();
  const { body } = await flow.call(UPLOAD, { fileName: 'a.wav', fileType: 'audio/wav', fileSize: wav.length });
  await flow.s3.writeObject(UPLOADS, (body as Allotted).s3Key, wav);
  return body as Allotted;
};

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, index) =>
        permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
      );

type Item = Record<string, unknown>;
const partition = async (pk: string): Promise<readonly Item[]> =>
  (
    await flow.db.documents.send(
      new QueryCommand({
        TableName: flow.db.name,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      }),
    )
  ).Items ?? [];

it('any order of job events ends in the same state, and progress never falls', async () => {
  const { contentId, s3Key } = await store();
  await flow.call(UPLOAD, { action: 'complete', s3Key });
  expect(
    (await flow.call('POST /api/content', { s3Key, title: 'A song', contentType: 'music', status: 'published' }))
      .status,
  ).toBe(201);
  await flow.deliver('ingest', flow.queues.ingest.shift() as BridgeEvent);
  await flow.mediaConvert.idle();
  const [first] = flow.mediaConvert.jobs();
  const old = flow.queues.conversion.splice(0);
  // A restart supersedes that job. The second job's results exist, and its events are created by hand.
  await flow.call('POST /api/functions/aws-conversion-v3', { contentId, restart: true });
  await flow.deliver('ingest', flow.queues.ingest.shift() as BridgeEvent);
  await flow.mediaConvert.idle();
  flow.queues.conversion.splice(0);
  const job = flow.mediaConvert.jobs().find(({ id }) => id !== first?.id);
  const start = Date.parse('2030-01-01T00:00:00.000Z');
  const event = (number: number, status: string, percent?: number): BridgeEvent =>
    bridgeEvent(start + number * 10_000, 'aws.mediaconvert', 'MediaConvert Job State Change', {
      timestamp: start + number * 10_000,
      jobId: job?.id ?? '',
      status,
      userMetadata: job?.userMetadata ?? {},
      ...(percent === undefined ? {} : { jobProgress: { jobPercentComplete: percent } }),
    });
  const events = [
    event(1, 'PROGRESSING', 0),
    event(2, 'STATUS_UPDATE', 20),
    event(3, 'STATUS_UPDATE', 55),
    event(4, 'STATUS_UPDATE', 90),
    event(5, 'COMPLETE'),
  ];
  const stored = async () =>
    (await Promise.all(['CONTENT', 'UPLOAD', 'STEPS'].map((kind) => partition(`${kind}#${contentId}`)))).flat();
  const before = await stored();
  const restore = async (): Promise<void> => {
    for (const { pk, sk } of await stored())
      await flow.db.documents.send(new DeleteCommand({ TableName: flow.db.name, Key: { pk, sk } }));
    for (const item of before) await flow.db.documents.send(new PutCommand({ TableName: flow.db.name, Item: item }));
  };
  /** The items' state, without revision counters and the times at which this test wrote them. */
  const finalState = async (): Promise<string> => {
    const items = await stored();
    const isFixed = (item: Readonly<Record<string, unknown>>, name: string): boolean =>
      !/^(rev|revision|updated_at|published_at|gsi\dsk)$/.test(name) &&
      // The run of `ready` ends when the worker has written the playlists.
      !(item['type'] === 'STEP' && name === 'finished_at');
    return JSON.stringify(
      items.map((item) =>
        Object.entries(item)
          .filter(([name]) => isFixed(item, name))
          .sort(),
      ),
    );
  };

  const finalStates = new Map<string, number>();
  const naive = new Set<string>();
  let deliveries = 0;
  let decreases = 0;
  const orders = sampleOf('orders of job events', permutations(events), { share: 4, kindOf: () => 'five events' });
  for (const order of orders) {
    await restore();
    const repeated = order[Math.floor(random() * order.length)] as BridgeEvent;
    const superseded = old[Math.floor(random() * old.length)] as BridgeEvent;
    const all = [...order];
    all.splice(Math.floor(random() * (all.length + 1)), 0, repeated);
    all.splice(Math.floor(random() * (all.length + 1)), 0, superseded);
    let progress = -1;
    for (const one of all) {
      deliveries += 1;
      expect(await flow.deliver('conversion', one)).toBe(true);
      const now = (await flow.records.get(contentId, { consistent: true }))?.conversion_progress ?? 0;
      if (now < progress) decreases += 1;
      progress = now;
    }
    const last = await finalState();
    finalStates.set(last, (finalStates.get(last) ?? 0) + 1);
    expect(await flow.records.get(contentId, { consistent: true })).toMatchObject({
      conversion_status: 'completed',
      conversion_progress: 100,
      status: 'published',
    });
    // The control: the last event wins.
    naive.add(JSON.stringify((all.filter((one) => one !== superseded).at(-1)?.detail as { status: string }).status));
  }
  console.info(
    `${orders.length} orders of 5 events with a repeat and an event of a superseded job: ${deliveries} deliveries,`,
    `${finalStates.size} final state, progress decreased ${decreases} times;`,
    `control: the last event wins ends in ${naive.size} states`,
  );
  expect([finalStates.size, decreases]).toEqual([1, 0]);
  expect(naive.size).toBeGreaterThan(1);
});

it('a poison record goes to the dead-letter queue, and the rest of its batch is processed once', async () => {
  const GOOD = 9;
  const TRIES = 5;
  flow.queues.ingest.splice(0);
  const uploads = await Promise.all(Array.from({ length: GOOD }, () => store()));
  const bodies = flow.queues.ingest.splice(0).map((event) => JSON.stringify(event));
  const poison = JSON.stringify({ source: 'aws.s3', 'detail-type': 'Object Created', detail: { object: 7 } });
  bodies.splice(4, 0, poison);

  /**
   * Sends the batch through its own queue. Returns how often each body was delivered, and how many messages the
   * dead-letter queue received.
   */
  const work = async (name: string, handle: (event: SQSEvent) => Promise<unknown>) => {
    const deliveries = new Map<string, number>();
    const engine = createQueueEngine({ clock: systemClock, endpoint: () => 'http://127.0.0.1' });
    const make = (queueName: string, properties: object) => {
      engine.createQueue(properties, queueName);
      const made = engine.find(queueName);
      if (!made) throw new Error(`${queueName} does not exist`);
      return made;
    };
    const dead = make(`${name}Dead`, {});
    const queue = make(name, { RedrivePolicy: { deadLetterTargetArn: dead.arn, maxReceiveCount: TRIES } });
    for (const body of bodies) queue.send({ body });
    const mapping = createSqsMapping({
      clock: systemClock,
      queue,
      name,
      properties: {
        FunctionName: 'worker',
        EventSourceArn: queue.arn,
        BatchSize: 10,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      },
      invoke: retryAtOnce(queue, async (_function, payload) => {
        for (const { body } of (payload as SQSEvent).Records) deliveries.set(body, (deliveries.get(body) ?? 0) + 1);
        return handle(payload as SQSEvent).then(
          (response) => ({ payload: response, logs: [] }),
          () => ({ error: { errorType: 'Error', errorMessage: 'failed' }, logs: [] }),
        );
      }),
    });
    const isPoison = ([body]: readonly [string, number]): boolean => body === poison;
    await waitFor('the queue to be empty', async () =>
      queue.counts().available + queue.counts().inFlight === 0 && dead.counts().available > 0 ? true : undefined,
    );
    await mapping.stop();
    const counted = {
      dead: dead.counts().available,
      poison: deliveries.get(poison) ?? 0,
      good: [...deliveries].filter((one) => !isPoison(one)).map(([, times]) => times),
    };
    engine.stop();
    return counted;
  };

  const { dead, poison: tries, good } = await work('Work', flow.workers.ingest);
  await flow.mediaConvert.idle();
  const jobs = flow.mediaConvert
    .jobs()
    .filter(({ userMetadata }) => uploads.some(({ contentId }) => contentId === userMetadata['contentId']));
  expect([dead, tries, good, jobs.length]).toEqual([1, TRIES, Array.from({ length: GOOD }, () => 1), GOOD]);

  // The control: a worker that fails for the whole batch repeats the others again and again, and loses them too.
  let effects = 0;
  const naive = await work('NaiveWork', async ({ Records }) => {
    for (const { body } of Records) {
      if (body === poison) throw new Error('poison');
      effects += 1;
    }
  });
  console.info(
    `a batch of ${GOOD} and 1 poison: ${GOOD} processed once (${jobs.length} jobs),`,
    `the poison tried ${tries} times, ${dead} in the dead-letter queue;`,
    `control: the naive worker has ${effects} effects for ${GOOD} and ${naive.dead} dead`,
  );
  expect(effects + naive.dead).toBeGreaterThan(GOOD + 1);
});
