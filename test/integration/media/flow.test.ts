import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SINGLE_PUT_HEADERS } from '../../../lambdas/contract/media/upload-limits.ts';
import type { MediaUrl } from '../../../lambdas/contract/media/playback.ts';
import { MIN_PART_BYTES } from '../../../lambdas/domain/uploads/part-plan.ts';
import { MEDIA, UPLOADS } from '../../support/worlds/media-engines.ts';
import { startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';
import { putPart, sha256Of } from '../../support/network/upload-parts.ts';
import { INVALID_UPLOADS } from './support/invalid-uploads.ts';

const sample = (name: string): Buffer => readFileSync(join(__dirname, '../../support/media', name));
const UPLOAD = 'POST /api/functions/s3-upload-url';

interface Allotted {
  readonly contentId: string;
  readonly s3Key: string;
  readonly uploadUrl: string;
  readonly cloudFrontUrl: string;
}

let flow: MediaFlow;
beforeAll(async () => {
  flow = await startMediaFlow();
});
afterAll(() => flow.stop());

const put = (url: string, body: Buffer, type = 'video/mp4') =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': type, ...SINGLE_PUT_HEADERS } });

const allot = async (fileName: string, body: Buffer, fileType = 'video/mp4'): Promise<Allotted> => {
  const { status, body: answer } = await flow.call(UPLOAD, { fileName, fileType, fileSize: body.length });
  expect(status).toBe(200);
  return answer as Allotted;
};

const upload = async (fileName: string, body: Buffer, fileType = 'video/mp4'): Promise<Allotted> => {
  const allotted = await allot(fileName, body, fileType);
  expect((await put(allotted.uploadUrl, body, fileType)).status).toBe(200);
  return allotted;
};

const complete = (s3Key: string) => flow.call(UPLOAD, { action: 'complete', s3Key });
const create = (s3Key: string, fields: object = {}) =>
  flow.call('POST /api/content', { s3Key, title: 'A film', contentType: 'video', ...fields });
const content = (id: string) => flow.records.get(id, { consistent: true });

describe('one upload, end to end', () => {
  let video: Allotted;

  it('is stored, claimed, converted, published as requested and played according to plan', async () => {
    const body = sample('rabbit320.mp4');
    video = await upload('rabbit.mp4', body);
    expect(await flow.storageUsed()).toBe(body.length);
    expect((await complete(video.s3Key)).body).toEqual({
      contentId: video.contentId,
      s3Key: video.s3Key,
      fileSize: body.length,
    });
    expect((await complete(video.s3Key)).status).toBe(200);

    const made = await create(video.s3Key, { status: 'published' });
    expect(made).toMatchObject({
      status: 201,
      body: { id: video.contentId, status: 'pending', conversion_status: 'pending', original_format: 'mp4' },
    });
    expect((await create(video.s3Key, { title: 'Again' })).body).toMatchObject({
      id: video.contentId,
      title: 'A film',
    });

    expect(await flow.pump()).toBe(0);
    const done = await content(video.contentId);
    expect(done).toMatchObject({
      status: 'published',
      conversion_status: 'completed',
      conversion_progress: 100,
      conversion_error: null,
      has_video: true,
      top_tier: '480',
      media_version: video.s3Key.split('/')[2],
    });
    expect(done?.duration).toBeGreaterThan(1);
    expect(done?.encoding_price_usd).toBeGreaterThan(0);
    expect(done?.thumbnail_url).toBe(`/posters/${video.contentId}/${done?.media_version}/thumbnail.jpg`);
    expect(flow.s3.statObject(MEDIA, video.cloudFrontUrl.slice(1))?.contentType).toBe('application/vnd.apple.mpegurl');
    expect(flow.jobs()).toHaveLength(1);

    const cost = await flow.db.measure(() =>
      flow.call('POST /api/functions/get-media-url', { contentId: video.contentId }, { who: 'listener' }),
    );
    const media = cost.result;
    console.info(`get-media-url: ${cost.calls.join(', ')}, ${cost.units} units`);
    expect(media).toMatchObject({
      status: 200,
      body: { success: true, type: 'video', url: video.cloudFrontUrl, expires_in: 1800 },
    });
    const { url, preload } = media.body as MediaUrl;
    const first = preload && [
      url,
      ...[...preload.rungs, preload.audio].flatMap((source) =>
        source ? [source.playlist, source.init, source.segment] : [],
      ),
    ];
    expect(first?.length).toBeGreaterThan(3);
    expect(first?.filter((path) => !flow.s3.statObject(MEDIA, path.slice(1)))).toEqual([]);
    const cookies = await flow.cookies(video.contentId, 'listener');
    expect(cookies).toHaveLength(3);
    for (const cookie of cookies)
      expect(cookie).toContain(`Path=/media/${video.contentId}/${done?.media_version}/480/;`);
  });

  it('rejects playback that the plan does not include, and of items that do not exist', async () => {
    const open = (contentId: string, who: 'listener' | 'subscriber') =>
      flow.call('POST /api/functions/get-media-url', { contentId }, { who });
    const edit = (fields: object) => flow.call('PATCH /api/content/{id}', fields, { params: { id: video.contentId } });
    expect((await edit({ revision: 2, is_premium: true })).status).toBe(200);
    expect((await open(video.contentId, 'listener')).problem.code).toBe('plan_required');
    expect((await open(video.contentId, 'subscriber')).status).toBe(200);
    expect((await edit({ revision: 3, is_premium: false, status: 'draft' })).status).toBe(200);
    expect((await open(video.contentId, 'subscriber')).problem.code).toBe('content_not_found');
    expect((await edit({ revision: 4, status: 'published' })).status).toBe(200);
    expect((await open('cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'listener')).problem.code).toBe('content_not_found');
  });

  it('counts a view once, after ten seconds or half of a shorter title, and none of staff', async () => {
    const count = (play_id: string, who: 'admin' | 'listener' = 'listener') =>
      flow.call('POST /api/content/{id}/views', { play_id }, { who, params: { id: video.contentId } });
    const play = async (body: object = {}) =>
      (
        (
          await flow.call(
            'POST /api/functions/get-media-url',
            { contentId: video.contentId, ...body },
            { who: 'listener' },
          )
        ).body as { play_id: string }
      ).play_id;
    const id = await play();
    expect(await play({ playId: id })).toBe(id);
    expect((await count(id)).problem.code).toBe('invalid_state');
    flow.skip(10_000);
    expect((await count(id, 'admin')).body).toEqual({ counted: false });
    const responses = await Promise.all(Array.from({ length: 10 }, () => count(id)));
    expect(responses.map(({ body }) => (body as { counted: boolean }).counted).filter(Boolean)).toHaveLength(1);
    expect((await content(video.contentId))?.view_count).toBe(1);
    expect((await count('ply_01ARZ3NDEKTSV4RRFFQ69G5FAV')).status).toBe(404);
  });

  it('redirects its administrator to a download of the file', async () => {
    const response = await flow.call('GET /api/content/{id}/source', undefined, { params: { id: video.contentId } });
    expect(response.status).toBe(302);
    const file = await fetch(String(response.headers['location']));
    expect(file.headers.get('content-disposition')).toContain('filename="rabbit.mp4"');
    expect((await file.arrayBuffer()).byteLength).toBe(sample('rabbit320.mp4').length);
  });

  it('offers a download to its owner and to administrators; for others the key does not exist', async () => {
    const download = (s3Key: string, who?: 'listener') =>
      flow.call('POST /api/functions/s3-download-url', { s3Key }, who ? { who } : {});
    const response = await download(video.s3Key);
    expect(response.status).toBe(200);
    const file = await fetch(String((response.body as { downloadUrl: string }).downloadUrl));
    expect(file.headers.get('content-disposition')).toContain('filename="rabbit.mp4"');
    expect(Buffer.from(await file.arrayBuffer()).equals(sample('rabbit320.mp4'))).toBe(true);
    const unknown = `uploads/${video.contentId}/01ARZ3NDEKTSV4RRFFQ69G5FAV`;
    const strip = ({ status, problem }: Awaited<ReturnType<typeof download>>) => [
      status,
      { ...problem, requestId: '' },
    ];
    const foreign = strip(await download(video.s3Key, 'listener'));
    expect(foreign).toMatchObject([404, { code: 'upload_not_found' }]);
    for (const key of [
      unknown,
      'uploads/cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV/01ARZ3NDEKTSV4RRFFQ69G5FAV',
      'media/x',
      '../x',
    ]) {
      expect([strip(await download(key)), strip(await download(key, 'listener'))]).toEqual([foreign, foreign]);
    }
    const key = { pk: 'CREATOR', sk: `CREATOR#${(await flow.creators.organization()).id}` };
    await flow.table.update(key, { set: { user_id: '11111111-0000-4000-8000-000000000002' } });
    expect((await download(video.s3Key, 'listener')).status).toBe(200);
    await flow.table.update(key, { set: { user_id: undefined } });
  });

  it('is converted again by a restart, which its old job cannot affect', async () => {
    const before = flow.seen.filter(({ source }) => source === 'aws.mediaconvert');
    const restart = await flow.call('POST /api/functions/aws-conversion-v3', {
      contentId: video.contentId,
      restart: true,
    });
    expect(restart).toMatchObject({ status: 200, body: { success: true, conversion_status: 'pending' } });
    for (const event of before) expect(await flow.deliver('conversion', event)).toBe(true);
    expect((await content(video.contentId))?.conversion_status).toBe('pending');
    expect(await flow.pump()).toBe(0);
    const done = await content(video.contentId);
    expect(done).toMatchObject({
      conversion_status: 'completed',
      media_version: `${video.s3Key.split('/')[2]}-2`,
      status: 'published',
    });
    expect(flow.jobs()).toHaveLength(2);
    for (const event of flow.seen)
      if (event['detail-type'] === 'Object Created' && event.source === 'aws.s3') await flow.deliver('ingest', event);
    await flow.pump();
    expect(flow.jobs()).toHaveLength(2);
  });

  it('is deleted completely, and releases its storage once', async () => {
    const response = await flow.call('DELETE /api/content/{id}', undefined, { params: { id: video.contentId } });
    expect(response.status).toBe(204);
    const [event] = flow.queues.deletion;
    await flow.pump();
    if (event) await flow.deliver('deletion', event);
    expect(await content(video.contentId)).toBeUndefined();
    expect(await flow.uploads.get(video.contentId)).toBeUndefined();
    expect(await flow.attempts.list(video.contentId)).toEqual([]);
    expect(await flow.stored()).toEqual([]);
    expect(await flow.storageUsed()).toBe(0);
    expect(flow.invalidated).toContain(`/posters/${video.contentId}/*`);
  });
});

it('a file in parts is joined once, and music plays its audio ladder', async () => {
  const body = sample('viper.mp3');
  const { body: answer } = await flow.call(UPLOAD, {
    action: 'create',
    fileName: 'viper.mp3',
    fileType: 'audio/mpeg',
    fileSize: body.length,
  });
  const made = answer as { contentId: string; s3Key: string; partSize: number; partCount: number };
  expect(made).toMatchObject({ partSize: MIN_PART_BYTES, partCount: 1 });
  const sha256 = sha256Of(body);
  const { body: signed } = await flow.call(UPLOAD, {
    action: 'sign',
    s3Key: made.s3Key,
    parts: [{ partNumber: 1, sha256 }],
  });
  const [part] = (signed as { parts: { partNumber: number; url: string }[] }).parts;
  const url = part?.url ?? '';
  expect((await complete(made.s3Key)).problem).toMatchObject({
    code: 'upload_incomplete',
    detail: 'The upload has 1 parts; 0 have arrived.',
  });
  const bytes = new Uint8Array(body);
  const flipped = bytes.map((byte, index) => (index === 1000 ? byte ^ 1 : byte));
  expect(await putPart(url, flipped, sha256)).toBe(400);
  expect(await putPart(url, flipped)).toBe(403);
  expect(await putPart(url, bytes.subarray(1), sha256)).toBe(403);
  expect((await flow.call(UPLOAD, { action: 'parts', s3Key: made.s3Key })).body).toMatchObject({
    fileName: 'viper.mp3',
    storedParts: [],
    joined: null,
  });
  expect(await putPart(url, bytes)).toBe(200);
  expect((await flow.call(UPLOAD, { action: 'parts', s3Key: made.s3Key })).body).toMatchObject({
    storedParts: [{ partNumber: 1, sha256 }],
    joined: null,
  });
  expect((await complete(made.s3Key)).status).toBe(200);
  expect((await complete(made.s3Key)).status).toBe(200);
  const joined = `${sha256Of(Buffer.from(sha256, 'base64'))}-1`;
  expect((await flow.call(UPLOAD, { action: 'parts', s3Key: made.s3Key })).body).toMatchObject({
    storedParts: [],
    joined,
  });

  await flow.pump();
  expect(await flow.uploads.get(made.contentId)).toMatchObject({ state: 'completed', conversion_status: 'completed' });
  const created = await create(made.s3Key, { contentType: 'music', status: 'published' });
  expect(created).toMatchObject({ status: 201, body: { status: 'published', conversion_status: 'completed' } });
  const media = await flow.call(
    'POST /api/functions/get-media-url',
    { contentId: made.contentId },
    { who: 'subscriber' },
  );
  expect(media.body).toMatchObject({
    type: 'music',
    url: `/media/${made.contentId}/${made.s3Key.split('/')[2]}/480/index.m3u8`,
  });
  await flow.call('DELETE /api/content/{id}', undefined, { params: { id: made.contentId } });
  await flow.pump();
  expect(await flow.stored()).toEqual([]);
});

describe('invalid input leaves nothing behind', () => {
  const expectNothingLeft = async (): Promise<void> => {
    await flow.pump();
    expect(await flow.stored()).toEqual([]);
    expect(await flow.storageUsed()).toBe(0);
  };

  it.each(INVALID_UPLOADS)('%s', async (_, body, status, code, detail) => {
    const response = await flow.call(UPLOAD, body);
    expect(response).toMatchObject({ status, problem: { code } });
    if (detail) expect(response.problem.detail ?? JSON.stringify(response.problem.issues)).toMatch(detail);
    await expectNothingLeft();
  });

  it('a PUT of another size or type is rejected by its signature', async () => {
    const allotted = await allot('a.mp4', Buffer.alloc(10));
    expect((await put(allotted.uploadUrl, Buffer.alloc(11))).status).toBe(403);
    expect((await put(allotted.uploadUrl, Buffer.alloc(10), 'text/html')).status).toBe(403);
    expect((await complete(allotted.s3Key)).problem.code).toBe('upload_incomplete');
    expect(await flow.storageUsed()).toBe(10);
    expect((await create(allotted.s3Key)).problem.code).toBe('upload_incomplete');
    const aborts = await Promise.all(
      [1, 2, 3].map(() => flow.call(UPLOAD, { action: 'abort', s3Key: allotted.s3Key })),
    );
    expect(aborts.map(({ body }) => body)).toEqual([{ aborted: true }, { aborted: true }, { aborted: true }]);
    expect((await complete(allotted.s3Key)).problem.code).toBe('upload_not_found');
    expect((await create(allotted.s3Key)).problem.code).toBe('upload_not_found');
    await expectNothingLeft();
  });

  it('a PUT after an abort is removed', async () => {
    const body = sample('rabbit320.mp4');
    const allotted = await allot('a.mp4', body);
    await flow.call(UPLOAD, { action: 'abort', s3Key: allotted.s3Key });
    expect((await put(allotted.uploadUrl, body)).status).toBe(200);
    await expectNothingLeft();
  });

  it('a file that is not media is rejected with the reason, whichever check comes first', async () => {
    const text = Buffer.from('A text file renamed to film.mp4.');
    const first = await upload('film.mp4', text);
    expect(await complete(first.s3Key)).toMatchObject({
      status: 415,
      problem: { code: 'unsupported_format', detail: expect.stringMatching(/not in a supported video or audio/) },
    });
    expect((await create(first.s3Key)).status).toBe(415);
    await expectNothingLeft();

    const second = await upload('film.mp4', text);
    await flow.pump();
    expect((await complete(second.s3Key)).status).toBe(415);
    expect((await create(second.s3Key)).status).toBe(415);
    await expectNothingLeft();
  });

  it('a joined file of the wrong size is rejected and removed', async () => {
    const { body: answer } = await flow.call(UPLOAD, {
      action: 'create',
      fileName: 'a.mp4',
      fileType: '',
      fileSize: 1000,
    });
    const { s3Key } = answer as { s3Key: string };
    await flow.s3.writeObject(UPLOADS, s3Key, Buffer.alloc(500));
    expect(await complete(s3Key)).toMatchObject({
      status: 409,
      problem: { code: 'upload_incomplete', detail: expect.stringContaining('500 bytes') },
    });
    await expectNothingLeft();
  });

  it('a blank title, an unknown category or an unknown key creates no item', async () => {
    const allotted = await upload('rabbit.mp4', sample('rabbit320.mp4'));
    await complete(allotted.s3Key);
    expect((await create(allotted.s3Key, { title: '  ' })).problem.code).toBe('validation_failed');
    expect((await create(allotted.s3Key, { category_id: 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAV' })).problem.code).toBe(
      'category_not_found',
    );
    expect((await create(`${allotted.s3Key}x`)).problem.code).toBe('upload_not_found');
    expect((await create('nonsense')).problem.code).toBe('upload_not_found');
    expect(await content(allotted.contentId)).toBeUndefined();
    await flow.call(UPLOAD, { action: 'abort', s3Key: allotted.s3Key });
    await flow.pump();
    await flow.sweep();
    await expectNothingLeft();
  });

  it('uploads are denied to everyone except administrators', async () => {
    for (const who of ['listener', 'subscriber'] as const) {
      expect((await flow.call(UPLOAD, { fileName: 'a.mp4', fileType: '', fileSize: 5 }, { who })).problem.code).toBe(
        'forbidden',
      );
    }
    await expectNothingLeft();
  });
});
