import type { BridgeEvent } from '../../../infra/local/events/bridge-event.ts';
import { ORGANISATION_CREATOR } from '../../../lambdas/domain/creators/organisation.ts';
import { LEASE_MS, START_TIME_MS } from '../../../lambdas/domain/conversion/attempt.ts';
import { CLAIM_TIME_MS } from '../../../lambdas/domain/uploads/upload.ts';
import { UPLOADS, startMediaFlow, type MediaFlow } from '../../support/media-flow.ts';
import { tinyWav } from '../../support/tiny-wav.ts';

jest.setTimeout(180_000);

const UPLOAD = 'POST /api/functions/s3-upload-url';
const GIB = 2 ** 30;
const seed = Number(process.env['SEED'] ?? Date.now() >>> 0);
console.info(`seed ${seed}`);

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
const randomFrom = (start: number) => {
  let state = start;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};
const random = randomFrom(seed);
const shuffled = <T>(items: readonly T[]): T[] => items.map((item) => ({ item, at: random() })).sort((a, b) => a.at - b.at).map(({ item }) => item);

let flow: MediaFlow;
beforeEach(async () => {
  flow = await startMediaFlow();
});
afterEach(() => flow.stop());

interface Allotted {
  readonly contentId: string;
  readonly s3Key: string;
}

const allot = async (fileSize: number, fileName = 'a.wav'): Promise<Allotted> =>
  (await flow.call(UPLOAD, { fileName, fileType: 'audio/wav', fileSize })).body as Allotted;

const upload = async (body = tinyWav()): Promise<Allotted> => {
  const allotted = await allot(body.length);
  await flow.s3.writeObject(UPLOADS, allotted.s3Key, body);
  return allotted;
};

const make = async ({ s3Key }: Allotted): Promise<void> => {
  expect((await flow.call(UPLOAD, { action: 'complete', s3Key })).status).toBe(200);
  expect((await flow.call('POST /api/content', { s3Key, title: 'A song' })).status).toBe(201);
};

/** Jobs of each source version, by id. */
const jobsByVersion = (): Map<string, Set<string>> => {
  const jobs = new Map<string, Set<string>>();
  for (const { source, detail } of flow.seen) {
    if (source !== 'aws.mediaconvert') continue;
    const { jobId, userMetadata } = detail as { jobId: string; userMetadata: Record<string, string> };
    const version = `${userMetadata['contentId']}/${userMetadata['versionId']}`;
    jobs.set(version, (jobs.get(version) ?? new Set()).add(jobId));
  }
  return jobs;
};

const versionOf = ({ detail }: BridgeEvent): string => (detail as { object: { 'version-id': string } }).object['version-id'];
const keyOf = ({ detail }: BridgeEvent): string => (detail as { object: { key: string } }).object.key;

it('events twice, shuffled and late make exactly one job for each surviving version', async () => {
  const KEYS = 40;
  const uploads = await Promise.all(Array.from({ length: KEYS }, () => upload()));
  const overwritten = new Set(uploads.filter((_, index) => index % 10 === 3));
  const deleted = new Set(uploads.filter((_, index) => index % 20 === 7));
  for (const { s3Key } of overwritten) await flow.s3.writeObject(UPLOADS, s3Key, tinyWav());
  const events = flow.queues.ingest.splice(0);
  for (const { s3Key } of deleted) flow.s3.deleteObject(UPLOADS, s3Key, versionOf(events.find((event) => keyOf(event) === s3Key) as BridgeEvent));
  const latest = new Map(events.map((event) => [keyOf(event), versionOf(event)]));

  let waiting = shuffled(events.flatMap((event) => Array.from({ length: 1 + Math.floor(random() * 5) }, () => event)));
  const deliveries = waiting.length;
  // The control: a pipeline that makes a job for every event would make this many.
  expect(deliveries).toBeGreaterThan(events.length);
  let delivered = 0;
  while (waiting.length > 0) {
    const again: BridgeEvent[] = [];
    const queue = waiting;
    await Promise.all(Array.from({ length: 8 }, async () => {
      for (let event = queue.shift(); event; event = queue.shift()) {
        delivered += 1;
        if (!(await flow.deliver('ingest', event))) again.push(event);
      }
    }));
    waiting = shuffled(again);
    if (again.length > 0) flow.skip(LEASE_MS);
  }
  expect(await flow.pump()).toBe(0);

  const jobs = jobsByVersion();
  const surviving = uploads.filter((one) => !deleted.has(one));
  for (const { contentId, s3Key } of surviving) {
    expect(jobs.get(`${contentId}/${latest.get(s3Key)}`)?.size).toBe(1);
    expect(await flow.uploads.get(contentId)).toMatchObject({ conversion_status: 'completed', source_version_id: latest.get(s3Key) });
  }
  expect([...jobs.values()].every((ids) => ids.size === 1)).toBe(true);
  for (const { contentId } of deleted) expect(await flow.uploads.get(contentId)).toMatchObject({ conversion_status: 'failed' });

  const before = flow.jobs().length;
  for (const ms of [2 * 60_000, 61 * 60_000, 8 * 86_400_000]) {
    flow.skip(ms);
    for (const event of shuffled(events)) expect(await flow.deliver('ingest', event)).toBe(true);
  }
  await flow.pump();
  expect(flow.jobs()).toHaveLength(before);
  console.info(`${KEYS} keys, ${deliveries} deliveries (${delivered} with returns), ${before} jobs for ${surviving.length} surviving versions and ${overwritten.size} overwritten ones, 0 more on replay`);
});

it('a worker that dies before or after any of its AWS calls leaves exactly one job and nothing stuck', async () => {
  let left = 0;
  let died = false;
  let armed: 'before' | 'after' | undefined;
  const clients = [flow.db.documents, flow.s3Client, flow.converterClient] as unknown as { middlewareStack: { add(middleware: unknown, options: object): void } }[];
  for (const client of clients) {
    client.middlewareStack.add(
      (next: (args: unknown) => Promise<unknown>) => async (args: unknown) => {
        if (!armed) return next(args);
        left -= 1;
        if (died || (left === 0 && armed === 'before')) {
          died = true;
          throw new Error('The worker died');
        }
        const answer = await next(args);
        if (left > 0) return answer;
        died = true;
        throw new Error('The worker died');
      },
      { step: 'initialize', name: 'death', priority: 'high' },
    );
  }
  let last = 0;
  for (const when of ['before', 'after'] as const) {
    for (let call = 1; ; call += 1) {
      const { contentId } = await upload();
      const event = flow.queues.ingest.shift() as BridgeEvent;
      [left, died, armed] = [call, false, when];
      const worked = await flow.deliver('ingest', event);
      armed = undefined;
      if (worked && !died) {
        last = Math.max(last, call - 1);
        break;
      }
      // The queue hides a message for longer than the lease, and for longer than the converter keeps its token.
      flow.skip(LEASE_MS + 1);
      if (!(await flow.deliver('ingest', event))) throw new Error(`Stuck after call ${call}`);
      await flow.pump();
      const jobs = [...jobsByVersion()].filter(([version]) => version.startsWith(contentId)).flatMap(([, ids]) => [...ids]);
      expect([when, call, jobs.length]).toEqual([when, call, 1]);
      expect(await flow.uploads.get(contentId)).toMatchObject({ conversion_status: 'completed' });
    }
  }
  console.info(`died before and after each of ${last} AWS calls`);
  expect(last).toBeGreaterThanOrEqual(8);
});

it('twenty uploads of 1 GB at once never pass a plan of 5 GB', async () => {
  await flow.creators.organisation();
  await flow.table.update({ pk: 'CREATOR', sk: `CREATOR#${ORGANISATION_CREATOR.id}` }, { set: { plan: 'free' } });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => flow.call(UPLOAD, { action: 'create', fileName: `${index}.mp4`, fileType: '', fileSize: GIB })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ problem }) => problem.code))).toEqual(new Set(['quota_exceeded']));
  expect(await flow.storageUsed()).toBe(5 * GIB);
});

describe('sweeping', () => {
  it('an abandoned upload goes after 24 hours with its object, its renditions and its quota', async () => {
    const abandoned = await upload();
    const empty = await allot(100);
    const claimed = await upload();
    await flow.pump();
    await make(claimed);
    flow.skip(CLAIM_TIME_MS - 60_000);
    await flow.sweep();
    expect(await flow.uploads.get(abandoned.contentId)).toMatchObject({ state: 'completed', conversion_status: 'completed' });
    flow.skip(120_000);
    await flow.sweep();
    await flow.pump();
    for (const { contentId } of [abandoned, empty]) expect(await flow.uploads.get(contentId)).toMatchObject({ state: 'aborted', cleaned: true });
    expect((await flow.stored()).filter((key) => !key.includes(claimed.contentId))).toEqual([]);
    expect((await flow.stored()).length).toBeGreaterThan(3);
    expect(await flow.storageUsed()).toBe(tinyWav().length);
    await flow.sweep();
    expect(await flow.storageUsed()).toBe(tinyWav().length);
  });

  it('a conversion that nothing ends fails with a plain reason, and a restart goes through', async () => {
    const song = await upload();
    await make(song);
    const events = flow.queues.ingest.splice(0);
    expect((await flow.records.get(song.contentId))?.conversion_status).toBe('pending');
    await flow.deliver('ingest', events[0] as BridgeEvent);
    await flow.mediaConvert.idle();
    flow.queues.conversion.splice(0);
    flow.skip(START_TIME_MS);
    await flow.sweep();
    expect(await flow.records.get(song.contentId)).toMatchObject({ conversion_status: 'failed', conversion_error: 'The conversion took longer than it may.', conversion_deadline_at: null });
    await flow.sweep();
    await flow.call('POST /api/functions/aws-conversion-v3', { contentId: song.contentId, restart: true });
    expect(await flow.pump()).toBe(0);
    expect(await flow.records.get(song.contentId)).toMatchObject({ conversion_status: 'completed', conversion_error: null });
  });
});

it('media over a limit keeps its record and file, with the reason; a late wrong file leaves the record only', async () => {
  const header = tinyWav();
  const damaged = await upload(Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(200, 7)]));
  await make(damaged);
  const song = await upload(header);
  await make(song);
  await flow.pump();
  expect(await flow.records.get(damaged.contentId)).toMatchObject({ conversion_status: 'failed', conversion_error: expect.stringMatching(/damaged/) });
  expect(await flow.uploads.get(damaged.contentId)).toMatchObject({ state: 'claimed' });
  expect((await flow.stored()).some((key) => key === damaged.s3Key)).toBe(true);

  await flow.s3.writeObject(UPLOADS, song.s3Key, Buffer.alloc(header.length, 65));
  await flow.pump();
  expect(await flow.records.get(song.contentId)).toMatchObject({ conversion_status: 'failed', conversion_error: expect.stringMatching(/not a video or audio/), source_version_id: null });
  const restart = await flow.call('POST /api/functions/aws-conversion-v3', { contentId: song.contentId, restart: true });
  expect(restart.problem.code).toBe('invalid_state');
  expect((await flow.call('GET /api/content/{id}/source', undefined, { params: { id: song.contentId } })).problem.code).toBe('media_not_available');
  for (const { contentId } of [damaged, song]) await flow.call('DELETE /api/content/{id}', undefined, { params: { id: contentId } });
  await flow.pump();
  await flow.sweep();
  await flow.pump();
  expect(await flow.stored()).toEqual([]);
  expect(await flow.storageUsed()).toBe(0);
});
