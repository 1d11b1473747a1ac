import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import type { BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { ORGANIZATION_CREATOR } from '../../../lambdas/domain/creators/organization.ts';
import { LEASE_MS } from '../../../lambdas/domain/conversion/attempt.ts';
import { UPLOADS } from '../../support/worlds/media-engines.ts';
import { startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';
import { createNaiveJob } from '../../support/worlds/naive-job.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import type { mockRunJob } from '../../support/worlds/cached-encoder.ts';
import { tinyFilm } from '../../support/media/tiny-film.ts';

const RUN_JOB = '../../../infra/local/services/mediaconvert/run-job.ts';
jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () =>
  jest.requireActual<{ mockRunJob: typeof mockRunJob }>('../../support/worlds/cached-encoder.ts').mockRunJob(),
);
const encoder = jest.requireMock<ReturnType<typeof mockRunJob>>(RUN_JOB);

const KEYS = rounds('keys', { quick: 100, full: 1000 });
const WORKERS = 8;
/** Keys that the naive control processes too. */
const NAIVE_KEYS = 100;
const MINUTE_MS = 60_000;

const seed = newSeed();
console.info(`seed ${seed}`);
const random = createRandom(seed);
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

let flow: MediaFlow;
beforeAll(async () => {
  flow = await startMediaFlow();
  encoder.hold();
});
afterAll(() => flow.stop());

const objectOf = ({ detail }: BridgeEvent) => (detail as { object: { key: string; 'version-id': string } }).object;
const versionOf = (event: BridgeEvent): string => objectOf(event)['version-id'];

/** Processes a list with several workers concurrently. */
const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
};

/** Delivers messages until none is returned to the queue. Returns the number of deliveries. */
const deliverAll = async (events: readonly BridgeEvent[]): Promise<number> => {
  let deliveries = 0;
  for (let waiting = shuffled(events); waiting.length > 0;) {
    const again: BridgeEvent[] = [];
    await inParallel(waiting, async (event) => {
      deliveries += 1;
      if (!(await flow.deliver('ingest', event))) again.push(event);
    });
    // The queue hides a message for longer than a claim lasts.
    if (again.length > 0) flow.skip(LEASE_MS);
    waiting = shuffled(again);
  }
  return deliveries;
};

interface Source {
  readonly contentId: string;
  readonly s3Key: string;
}

const jobsOf = (stage: string) =>
  flow.mediaConvert.jobs().filter(({ userMetadata }) => userMetadata['stage'] === stage);
const countBy = (names: readonly string[]): Map<string, number> =>
  names.reduce((counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1), new Map<string, number>());

it(`creates one job per surviving version for ${KEYS} keys, repeated events and ${WORKERS} workers`, async () => {
  const film = tinyFilm();
  await flow.creators.organization();
  await flow.table.update({ pk: 'CREATOR', sk: `CREATOR#${ORGANIZATION_CREATOR.id}` }, { set: { plan: 'business' } });
  const sources: Source[] = [];
  await inParallel(
    Array.from({ length: KEYS }, (_, index) => index),
    async (index) => {
      const { body } = await flow.call('POST /api/functions/s3-upload-url', {
        fileName: `${index}.flv`,
        fileType: 'video/x-flv',
        fileSize: film.length,
      });
      const source = body as Source;
      sources.push(source);
      await flow.s3.writeObject(UPLOADS, source.s3Key, film);
    },
  );
  const overwritten = sources.filter((_, index) => index % 10 === 3);
  const deleted = new Set(sources.filter((_, index) => index % 20 === 7));
  for (const { s3Key } of overwritten) await flow.s3.writeObject(UPLOADS, s3Key, film);
  const events = flow.queues.ingest.splice(0);
  const latest = new Map(events.map((event) => [objectOf(event).key, versionOf(event)]));
  for (const { s3Key } of deleted) flow.s3.deleteObject(UPLOADS, s3Key, latest.get(s3Key));
  expect([events.length, overwritten.length, deleted.size]).toEqual([KEYS + KEYS / 10, KEYS / 10, KEYS / 20]);

  const messages = events.flatMap((event) => Array.from({ length: 1 + Math.floor(random() * 5) }, () => event));
  const deliveries = await deliverAll(messages);

  const surviving = sources.filter((source) => !deleted.has(source));
  const jobs = jobsOf('test').map(({ userMetadata }) => `${userMetadata['contentId']}/${userMetadata['versionId']}`);
  const perVersion = countBy(jobs);
  const accepted = new Map<Source, string>();
  await inParallel(surviving, async (source) => {
    const upload = await flow.uploads.get(source.contentId);
    expect(upload).toMatchObject({ conversion_status: 'processing', source_version_id: expect.any(String) });
    accepted.set(source, upload?.source_version_id ?? '');
  });
  const jobsPerSource = [...accepted].map(([{ contentId }, version]) => perVersion.get(`${contentId}/${version}`) ?? 0);
  const [lost, once, twice] = [
    jobsPerSource.filter((count) => count === 0).length,
    jobsPerSource.filter((count) => count === 1).length,
    jobsPerSource.filter((count) => count > 1).length,
  ];
  expect([lost, once, twice]).toEqual([0, surviving.length, 0]);
  // An upload accepts one version of its key. The other one is removed and never converted.
  expect(jobs).toHaveLength(surviving.length);
  await inParallel([...accepted], async ([{ s3Key }, version]) => {
    const { Versions = [] } = await flow.s3Client.send(
      new ListObjectVersionsCommand({ Bucket: UPLOADS, Prefix: s3Key }),
    );
    expect(Versions.map(({ VersionId }) => VersionId)).toEqual([version]);
  });
  for (const { contentId } of deleted)
    expect(await flow.uploads.get(contentId)).toMatchObject({ conversion_status: 'failed' });
  console.info(
    `${KEYS} keys, ${events.length} events, ${messages.length} messages (${deliveries} deliveries with retries):`,
    `${once} jobs for ${surviving.length} surviving versions, ${lost} lost, ${twice} twice;`,
    `${overwritten.length} other versions removed`,
  );

  const before = jobsOf('test').length;
  for (const [name, ms] of [
    ['2 minutes', 2 * MINUTE_MS],
    ['61 minutes', 61 * MINUTE_MS],
    ['8 days', 8 * 24 * 60 * MINUTE_MS],
  ] as const) {
    flow.skip(ms);
    const replayed = await deliverAll(events);
    console.info(`replay of ${events.length} events after ${name}: ${jobsOf('test').length - before} more jobs`);
    expect([replayed, jobsOf('test').length]).toEqual([events.length, before]);
  }

  const sample = new Set(surviving.slice(0, NAIVE_KEYS).map(({ s3Key }) => s3Key));
  await inParallel(
    messages.filter((event) => sample.has(objectOf(event).key)),
    async (event) => void (await createNaiveJob(flow, objectOf(event).key, versionOf(event))),
  );
  const naive = countBy(
    jobsOf('naive').map(({ userMetadata }) => `${userMetadata['contentId']}/${userMetadata['versionId']}`),
  );
  console.info(
    `control: the naive pipeline creates ${jobsOf('naive').length} jobs for ${naive.size} versions,`,
    `up to ${Math.max(...naive.values())} for one`,
  );
  expect(Math.max(...naive.values())).toBeGreaterThan(1);
});
