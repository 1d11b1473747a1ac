import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import { titleDayEntity } from '../../../lambdas/data/delivery/delivery-entities.ts';
import { createDeliveryRepository } from '../../../lambdas/data/delivery/delivery-repository.ts';
import { removalDue } from '../../../lambdas/domain/content/content.ts';
import { NO_DELIVERY } from '../../../lambdas/domain/delivery/sums.ts';
import { UPLOADS } from '../../support/worlds/media-engines.ts';
import { startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';

const rabbit = readFileSync(join(__dirname, '../../support/media/rabbit320.mp4'));
const HALF_HOUR_MS = Date.parse(removalDue('2026-01-01T00:00:00.000Z')) - Date.parse('2026-01-01T00:00:00.000Z');

let flow: MediaFlow;
beforeEach(async () => {
  flow = await startMediaFlow();
});
afterEach(() => flow.stop());

const uploaded = async (status: 'draft' | 'published'): Promise<string> => {
  const { body } = await flow.call('POST /api/functions/s3-upload-url', {
    fileName: 'rabbit.mp4',
    fileType: 'video/mp4',
    fileSize: rabbit.length,
  });
  const { contentId, s3Key } = body as { contentId: string; s3Key: string };
  await flow.s3.writeObject(UPLOADS, s3Key, rabbit);
  await flow.call('POST /api/functions/s3-upload-url', { action: 'complete', s3Key });
  expect((await flow.call('POST /api/content', { s3Key, title: 'A film', contentType: 'video', status })).status).toBe(
    201,
  );
  return contentId;
};
const converted = async (): Promise<string> => {
  const id = await uploaded('published');
  expect(await flow.pump()).toBe(0);
  return id;
};
const remove = (id: string) => flow.call('DELETE /api/content/{id}', undefined, { params: { id } });
const listed = async (): Promise<readonly ContentView[]> =>
  ((await flow.call('GET /api/admin/content')).body as { items: ContentView[] }).items;
const expectNothingLeft = async (id: string): Promise<void> => {
  expect(await flow.stored()).toEqual([]);
  expect(await listed()).toEqual([]);
  expect(await flow.storageUsed()).toBe(0);
  expect([
    await flow.records.get(id, { consistent: true }),
    await flow.uploads.get(id),
    await flow.attempts.list(id),
  ]).toEqual([undefined, undefined, []]);
};

it('removal of an item deletes everything, and takes it off the list at once', async () => {
  const id = await converted();
  const delivery = createDeliveryRepository(flow.db.table);
  const title = { contentId: id };
  const delivered = { ...NO_DELIVERY, requests: 5 };
  await flow.db.table.put(titleDayEntity.toItem({ content_id: id, day: '2026-11-28', ...delivered }));
  await delivery.setMonthOf(title, '2026-10', delivered);
  expect((await remove(id)).status).toBe(204);
  expect(await listed()).toEqual([]);
  expect(await flow.pump()).toBe(0);
  await expectNothingLeft(id);
  expect([await delivery.days(title, '2026-01-01', '2026-12-31'), await delivery.months(title)]).toEqual([[], []]);
});

it('removal during a conversion cancels the job before anything is deleted', async () => {
  const id = await uploaded('draft');
  for (const event of flow.queues.ingest.splice(0)) expect(await flow.deliver('ingest', event)).toBe(true);
  const [attempt] = await flow.attempts.list(id);
  expect(attempt).toMatchObject({ job_id: expect.any(String) });
  expect((await remove(id)).status).toBe(204);
  const calls: string[] = [];
  const pass = flow.aws.around;
  flow.aws.around = (name, send) => (calls.push(name), pass(name, send));
  expect(await flow.deliver('deletion', flow.queues.deletion.splice(0)[0] as never)).toBe(true);
  expect(calls.filter((name) => /^(Cancel|Delete|Abort)/.test(name))[0]).toBe('CancelJobCommand');
  expect(await flow.pump()).toBe(0);
  const statuses = flow.seen
    .filter(
      ({ source, detail }) => source === 'aws.mediaconvert' && (detail as { jobId: string }).jobId === attempt?.job_id,
    )
    .map(({ detail }) => (detail as { status: string }).status);
  expect([statuses.includes('CANCELED'), statuses.includes('COMPLETE')]).toEqual([true, false]);
  await expectNothingLeft(id);
});

it('failed removal deletes as much as possible, lists the rest, and is retried automatically', async () => {
  const id = await converted();
  flow.faults.renditions = true;
  expect((await remove(id)).status).toBe(204);
  expect(await flow.pump()).toBe(1);
  expect((await listed()).map(({ id: one, removal }) => [one, removal])).toEqual([
    [
      id,
      { requested_at: expect.any(String), tries: 1, left: ['renditions', 'posters'], failed_at: expect.any(String) },
    ],
  ]);
  // The source is deleted already; the records remain until everything else is.
  expect((await flow.stored()).filter((key) => key.startsWith('uploads/'))).toEqual([]);
  expect(await flow.pump()).toBe(1);
  expect((await listed())[0]?.removal?.tries).toBe(2);

  // An administrator who deletes it again meanwhile still sees it in the list.
  expect((await remove(id)).status).toBe(204);
  expect(await listed()).toHaveLength(1);
  flow.faults.renditions = false;
  expect(await flow.pump()).toBe(0);
  await expectNothingLeft(id);
  expect(flow.invalidated).toContain(`/posters/${id}/*`);
});

it.each([
  ['while its playlists are being written deletes them too', false],
  ['just before its playlists are written deletes those that the worker stores before it crashes', true],
])('removal %s', async (_, crashes) => {
  const id = await uploaded('draft');
  const pass = flow.aws.around;
  let removed = false;
  flow.aws.around = async (name, send) => {
    if (name !== 'PutObjectCommand' || removed) return pass(name, send);
    removed = true;
    await remove(id);
    expect(await flow.deliver('deletion', flow.queues.deletion.splice(0)[0] as never)).toBe(true);
    expect(await flow.attempts.list(id)).toEqual([]);
    const response = await pass(name, send);
    if (crashes) throw new Error('The worker crashed');
    return response;
  };
  expect(await flow.pump()).toBe(crashes ? 1 : 0);
  expect(removed).toBe(true);
  expect(await flow.pump()).toBe(0);
  await expectNothingLeft(id);
});

it('removal whose event is lost is requested again, and listed meanwhile', async () => {
  const id = await converted();
  await remove(id);
  flow.queues.deletion.splice(0);
  await flow.sweep();
  expect([flow.queues.deletion, await listed()]).toEqual([[], []]);
  flow.skip(HALF_HOUR_MS + 1000);
  await flow.sweep();
  expect((await listed())[0]?.removal).toMatchObject({ tries: 1, left: [] });
  expect(flow.queues.deletion).toHaveLength(1);
  await flow.sweep();
  expect(flow.queues.deletion).toHaveLength(1);
  expect(await flow.pump()).toBe(0);
  await expectNothingLeft(id);
});
