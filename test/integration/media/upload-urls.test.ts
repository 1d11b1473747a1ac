import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { SINGLE_PUT_HEADERS } from '../../../lambdas/contract/media/upload-limits.ts';
import { UPLOADS } from '../../support/worlds/media-engines.ts';
import type { MediaFlow } from '../../support/worlds/media-flow.ts';
import { startReplacementFlow, type Allotted, type ReplacementTools } from '../../support/worlds/replacement.ts';

const UPLOAD = 'POST /api/functions/s3-upload-url';

let flow: MediaFlow;
let tools: ReplacementTools;
beforeAll(async () => void ({ flow, tools } = await startReplacementFlow()));
afterAll(() => flow.stop());
afterEach(() => flow.disabled.clear());

type Announced = Allotted & { readonly uploadUrl: string };

const announce = async (body: Buffer, contentId?: string): Promise<Announced> =>
  (await tools.announce(body, contentId)).body as Announced;
const put = (url: string, body: Buffer, headers: Record<string, string> = SINGLE_PUT_HEADERS) =>
  fetch(url, {
    method: 'PUT',
    body: new Uint8Array(body),
    headers: { 'content-type': 'application/octet-stream', ...headers },
  });
const versionsOf = async (s3Key: string): Promise<readonly string[]> => {
  const { Versions = [] } = await flow.s3Client.send(new ListObjectVersionsCommand({ Bucket: UPLOADS, Prefix: s3Key }));
  return Versions.map(({ VersionId = '' }) => VersionId);
};
/** A film of the same size with other pictures. */
const otherFilm = (): Buffer => Buffer.concat([tools.film.subarray(0, -1), Buffer.from([7])]);

it('the URL of a single PUT stores one file, even for an administrator who is disabled later', async () => {
  const upload = await announce(tools.film);
  expect((await put(upload.uploadUrl, tools.film, {})).status).toBe(403);
  expect((await put(upload.uploadUrl, tools.film)).status).toBe(200);
  expect((await put(upload.uploadUrl, otherFilm())).status).toBe(412);
  expect((await tools.complete(upload.s3Key)).status).toBe(200);
  const fields = { title: 'A film', contentType: 'video', status: 'published' };
  expect((await flow.call('POST /api/content', { s3Key: upload.s3Key, ...fields })).status).toBe(201);
  await tools.drain();
  const before = await tools.content(upload.contentId);
  expect(before.status).toBe('published');

  flow.disabled.add('admin');
  const again = await put(upload.uploadUrl, otherFilm());
  expect([again.status, await again.text()]).toEqual([412, expect.stringContaining('<Code>PreconditionFailed</Code>')]);
  await tools.drain();
  expect(await tools.content(upload.contentId)).toEqual(before);
  expect(await versionsOf(upload.s3Key)).toEqual([before.source_version_id]);
});

it('only the version that was checked is converted, whichever event comes first; others are removed', async () => {
  const upload = await tools.store(tools.film);
  expect((await tools.complete(upload.s3Key)).status).toBe(200);
  const checked = (await flow.uploads.get(upload.contentId))?.checked_version_id;
  await flow.s3.writeObject(UPLOADS, upload.s3Key, otherFilm());
  for (const event of flow.queues.ingest.splice(0).reverse()) expect(await flow.deliver('ingest', event)).toBe(true);
  await tools.drain();
  expect(await flow.uploads.get(upload.contentId)).toMatchObject({ source_version_id: checked });
  expect(await versionsOf(upload.s3Key)).toEqual([checked]);
});

it('another version of a published file is removed and changes nothing', async () => {
  const upload = await tools.published();
  const before = await tools.content(upload.contentId);
  const jobs = flow.jobs().length;
  await flow.s3.writeObject(UPLOADS, upload.s3Key, otherFilm());
  await tools.drain();
  expect([await tools.content(upload.contentId), flow.jobs().length]).toEqual([before, jobs]);
  expect(await versionsOf(upload.s3Key)).toEqual([before.source_version_id]);
});

it('an unused URL of an administrator who was disabled replaces nothing', async () => {
  const first = await tools.published();
  const used = await flow.storageUsed();
  const before = await tools.content(first.contentId);
  const second = await announce(tools.longer, first.contentId);
  flow.disabled.add('admin');
  expect((await put(second.uploadUrl, tools.longer)).status).toBe(200);
  await tools.drain();
  expect([await tools.content(first.contentId), await versionsOf(second.s3Key)]).toEqual([before, []]);
  expect((await flow.uploads.find(second.s3Key))?.state).toBe('aborted');
  expect(await flow.storageUsed()).toBe(used);

  flow.disabled.clear();
  const third = await announce(tools.longer, first.contentId);
  expect((await put(third.uploadUrl, tools.longer)).status).toBe(200);
  expect((await flow.call(UPLOAD, { action: 'complete', s3Key: third.s3Key })).status).toBe(200);
  flow.disabled.add('admin');
  await tools.drain();
  expect(await tools.content(first.contentId)).toMatchObject({ source_key: third.s3Key });
});
