import type { BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { ORGANIZATION_CREATOR } from '../../../lambdas/domain/creators/organization.ts';
import { LEASE_MS, START_TIME_MS } from '../../../lambdas/domain/conversion/attempt.ts';
import { CLAIM_TIME_MS } from '../../../lambdas/domain/uploads/upload.ts';
import { UPLOADS } from '../../support/worlds/media-engines.ts';
import { startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';

const UPLOAD = 'POST /api/functions/s3-upload-url';
const GIB = 2 ** 30;
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

const createContent = async ({ s3Key }: Allotted): Promise<void> => {
  expect((await flow.call(UPLOAD, { action: 'complete', s3Key })).status).toBe(200);
  expect((await flow.call('POST /api/content', { s3Key, title: 'A song' })).status).toBe(201);
};

const hasFailed = async ({ contentId }: Allotted): Promise<boolean> =>
  (await flow.records.get(contentId))?.conversion_status === 'failed';

it('twenty concurrent uploads of 1 GB never exceed a quota of 5 GB', async () => {
  const UPLOADS_AT_ONCE = 20;
  const creator = { pk: 'CREATOR', sk: `CREATOR#${ORGANIZATION_CREATOR.id}` };
  await flow.creators.organization();
  await flow.table.update(creator, { set: { plan: 'free' } });
  const responses = await Promise.all(
    Array.from({ length: UPLOADS_AT_ONCE }, (_, index) =>
      flow.call(UPLOAD, { action: 'create', fileName: `${index}.mp4`, fileType: '', fileSize: GIB }),
    ),
  );
  const accepted = responses.filter(({ status }) => status === 200);
  expect(accepted).toHaveLength(5);
  expect(new Set(responses.filter(({ status }) => status !== 200).map(({ problem }) => problem.code))).toEqual(
    new Set(['quota_exceeded']),
  );
  expect(await flow.storageUsed()).toBe(5 * GIB);
  // Aborted by several concurrent calls, each upload releases its storage once.
  await Promise.all(
    accepted.flatMap(({ body }) =>
      [1, 2, 3].map(() => flow.call(UPLOAD, { action: 'abort', s3Key: (body as Allotted).s3Key })),
    ),
  );
  expect(await flow.storageUsed()).toBe(0);

  // The control: read, compare, write without a condition.
  const naively = async (): Promise<boolean> => {
    if ((await flow.storageUsed()) + GIB > 5 * GIB) return false;
    await flow.table.update(creator, { add: { storage_used: GIB } });
    return true;
  };
  const naive = (await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, naively))).filter(Boolean).length;
  console.info(
    `${UPLOADS_AT_ONCE} concurrent uploads of 1 GB with a quota of 5 GB: ${accepted.length} accepted;`,
    `control: the naive quota accepts ${naive}`,
  );
  expect(naive).toBeGreaterThan(5);
});

describe('sweeping', () => {
  it('removes an abandoned upload after 24 hours with its object, its renditions and its quota', async () => {
    const abandoned = await upload();
    const empty = await allot(100);
    const claimed = await upload();
    await flow.pump();
    await createContent(claimed);
    flow.skip(CLAIM_TIME_MS - 60_000);
    await flow.sweep();
    expect(await flow.uploads.get(abandoned.contentId)).toMatchObject({
      state: 'completed',
      conversion_status: 'completed',
    });
    flow.skip(120_000);
    await flow.sweep();
    await flow.pump();
    for (const { contentId } of [abandoned, empty])
      expect(await flow.uploads.get(contentId)).toMatchObject({ state: 'aborted', cleaned: true });
    expect((await flow.stored()).filter((key) => !key.includes(claimed.contentId))).toEqual([]);
    expect((await flow.stored()).length).toBeGreaterThan(3);
    expect(await flow.storageUsed()).toBe(tinyWav().length);
    await flow.sweep();
    expect(await flow.storageUsed()).toBe(tinyWav().length);
  });

  it('fails a conversion that never ends with a clear reason, and a restart succeeds', async () => {
    const song = await upload();
    await createContent(song);
    const events = flow.queues.ingest.splice(0);
    expect((await flow.records.get(song.contentId))?.conversion_status).toBe('pending');
    await flow.deliver('ingest', events[0] as BridgeEvent);
    await flow.mediaConvert.idle();
    flow.queues.conversion.splice(0);
    flow.skip(START_TIME_MS);
    await flow.sweep();
    expect(await flow.records.get(song.contentId)).toMatchObject({
      conversion_status: 'failed',
      conversion_error: 'The conversion took too long.',
      conversion_deadline_at: null,
    });
    await flow.sweep();
    await flow.call('POST /api/functions/aws-conversion-v3', { contentId: song.contentId, restart: true });
    expect(await flow.pump()).toBe(0);
    expect(await flow.records.get(song.contentId)).toMatchObject({
      conversion_status: 'completed',
      conversion_error: null,
    });
  });

  it('fails a conversion whose job can never be created, at the deadline of its first try', async () => {
    flow.aws.around = async (name, send) => {
      if (name === 'CreateJobCommand') throw new Error('AccessDenied');
      return send();
    };
    const song = await upload();
    await createContent(song);
    expect(await flow.pump()).toBe(1);
    // The queue gives up, and the sweeper requests the attempt again until it is overdue.
    const SWEEPS = 10;
    let sweeps = 0;
    for (flow.queues.ingest.splice(0); sweeps < SWEEPS && !(await hasFailed(song)); sweeps += 1) {
      flow.skip(LEASE_MS);
      await flow.sweep();
      await flow.pump();
      flow.queues.ingest.splice(0);
    }
    expect(sweeps).toBeGreaterThan(1);
    expect(await flow.records.get(song.contentId)).toMatchObject({
      conversion_status: 'failed',
      conversion_error: 'The conversion could not be started in time.',
    });
  });
});

it('a rejected source leaves the failed item and its steps with the reason, but no object and no quota', async () => {
  const header = tinyWav();
  const damaged = await upload(
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(200, 7)]),
  );
  await createContent(damaged);
  const song = await upload(header);
  await createContent(song);
  await flow.pump();
  expect(await flow.records.get(damaged.contentId)).toMatchObject({
    conversion_status: 'failed',
    conversion_error: expect.stringMatching(/damaged/),
    source_version_id: null,
  });
  expect(await flow.uploads.get(damaged.contentId)).toMatchObject({
    state: 'aborted',
    rejection: { reason: expect.stringMatching(/damaged/) },
  });
  expect((await flow.stored()).filter((key) => key.includes(damaged.contentId))).toEqual([]);
  expect(await flow.storageUsed()).toBe(header.length);
  const { body } = await flow.call('GET /api/content/{id}/steps', undefined, { params: { id: damaged.contentId } });
  expect((body as { steps: object[] }).steps).toContainEqual(
    expect.objectContaining({ step: 'probe', state: 'failed', reason: expect.stringMatching(/damaged/) }),
  );

  const restart = await flow.call('POST /api/functions/aws-conversion-v3', {
    contentId: damaged.contentId,
    restart: true,
  });
  expect(restart.problem.code).toBe('invalid_state');
  expect(
    (await flow.call('GET /api/content/{id}/source', undefined, { params: { id: damaged.contentId } })).problem.code,
  ).toBe('media_not_available');
  for (const { contentId } of [damaged, song])
    await flow.call('DELETE /api/content/{id}', undefined, { params: { id: contentId } });
  await flow.pump();
  await flow.sweep();
  await flow.pump();
  expect(await flow.stored()).toEqual([]);
  expect(await flow.storageUsed()).toBe(0);
  expect(await flow.uploads.get(damaged.contentId)).toBeUndefined();
});
