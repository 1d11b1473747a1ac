import { waitFor } from '@testing-library/react';
import { createUploadManager } from '../../../web/src/features/uploads/upload-manager.ts';
import type { UploadRequest } from '../../../web/src/features/uploads/upload-job.ts';
import { createLiveHub } from '../../../web/src/core/live/live-hub.ts';
import { createToastStore } from '../../../web/src/core/toast/toast-store.ts';
import { createApiClient } from '../../../web/src/lib/api/api-client.ts';
import type { Connection } from '../../../web/src/lib/connection.ts';
import { createS3Transfer } from '../../../web/src/lib/transfer/s3-upload.ts';
import { createApiStub, type StubRequest } from '../support/api-stub.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { createFakeBucket } from '../support/fake-bucket.ts';
import { createManualClock } from '../support/manual-clock.ts';

const S3_KEY = `uploads/${contentId()}/01HZX3V5Q8W9T2M4N6P7R8S0B1`;
const allotted = {
  contentId: contentId(),
  s3Key: S3_KEY,
  bucket: 'uploads',
  region: 'us-east-1',
  cloudFrontUrl: '/media/x',
};
const problem = (code: string, status: number, detail: string) => ({
  status,
  body: { code, title: code, status, detail, requestId: 'r' },
});
type Body = {
  readonly action?: string;
  readonly fileName?: string;
  readonly parts?: { readonly partNumber: number; readonly sha256: string }[];
};
const bodyOf = (request: StubRequest) => request.body as Body;

const UPLOAD_URL = 'POST /api/functions/s3-upload-url';
const answerUpload = (request: StubRequest) => {
  const body = bodyOf(request);
  switch (body.action) {
    case undefined:
      return { body: { ...allotted, uploadUrl: `https://bucket/${body.fileName}` } };
    case 'list':
      return { body: { uploads: [] } };
    case 'create':
      return { body: { ...allotted, uploadId: 'u', partSize: 64 * 2 ** 20, partCount: 2 } };
    case 'sign':
      return {
        body: {
          parts: body.parts?.map(({ partNumber }) => ({ partNumber, url: `part-${partNumber}` })),
          expires_in: 3600,
        },
      };
    case 'complete':
      return { body: { contentId: contentId(), s3Key: S3_KEY, fileSize: 5 } };
    default:
      return { body: { aborted: true } };
  }
};

const network: Connection = { isOnline: () => true, whenOnline: () => Promise.resolve() };

const setUp = () => {
  const api = createApiStub();
  const clock = createManualClock();
  const bucket = createFakeBucket();
  const toasts = createToastStore(clock);
  const live = createLiveHub();
  const held: boolean[] = [];
  const created = { content: contentView({ status: 'draft', conversion_status: 'pending', conversion_progress: 0 }) };
  api
    .on(UPLOAD_URL, answerUpload)
    .on('POST /api/content', () => ({ status: 201, body: created.content }))
    .on('POST /api/functions/aws-conversion-v3', {
      body: { success: true, contentId: contentId(), conversion_status: 'pending' },
    })
    .on(`GET /api/content/${contentId()}`, () => ({ body: created.content }));
  let changes = 0;
  const manager = createUploadManager({
    api: createApiClient({ accessToken: async () => 'token', onSessionLost: () => undefined, fetch: api.fetch }),
    clock,
    toasts,
    live,
    transfer: createS3Transfer({
      clock,
      connection: network,
      digest: async (blob) => `sum-${blob.size}`,
      createRequest: bucket.createRequest,
    }),
    connection: network,
    holdName: async () => () => undefined,
    leaveGuard: { set: (next) => held.push(next) },
    onContentChange: () => (changes += 1),
    onUnfinishedChange: () => undefined,
  });
  const actions = () =>
    api.requests.filter(({ url }) => url.endsWith('s3-upload-url')).map((request) => bodyOf(request).action ?? 'put');
  const toast = () => toasts.get()[0];
  return { api, clock, live, bucket, manager, held, created, actions, toast, changes: () => changes };
};

const request = (name = 'viper.mp3', parts: Partial<UploadRequest['content']> = {}, size = 5): UploadRequest => ({
  file: Object.defineProperty(new File(['12345'], name, { type: 'audio/mpeg' }), 'size', { value: size }),
  content: {
    title: 'Viper',
    artist: '',
    contentType: 'music',
    category_id: null,
    description: '',
    tags: [],
    status: 'draft',
    ...parts,
  },
});

it('allots, sends, completes, records and converts, and says that a draft was saved', async () => {
  const { api, bucket, manager, held, actions, toast, clock, created, changes } = setUp();
  const { settled } = manager.start([request()]);
  await waitFor(() => expect(bucket.puts).toHaveLength(1));
  expect(held.at(-1)).toBe(true);
  expect(bucket.puts[0]).toMatchObject({ url: 'https://bucket/viper.mp3', headers: { 'content-type': 'audio/mpeg' } });
  bucket.puts[0]?.progress(3);
  expect(manager.get()[0]).toMatchObject({ stage: 'upload', sentBytes: 3 });
  bucket.puts[0]?.respond(200);
  const outcome = await settled;
  expect(outcome).toMatchObject({ failed: [], canceled: false });
  expect(actions()).toEqual(['put', 'complete']);
  expect(api.requests.map(({ url }) => url).slice(-2)).toEqual(['/api/content', '/api/functions/aws-conversion-v3']);
  expect(api.requests.find(({ url }) => url === '/api/content')?.body).toEqual({ ...request().content, s3Key: S3_KEY });
  expect(toast()).toMatchObject({
    title: 'Success',
    description: 'Content uploaded and saved as draft to AWS S3 with CloudFront delivery',
  });
  expect(held.at(-1)).toBe(false);
  expect(manager.get()[0]).toMatchObject({ stage: 'conversion' });

  created.content = contentView({ conversion_status: 'completed' });
  const before = changes();
  clock.advance(3_000);
  await waitFor(() => expect(manager.get()[0]).toMatchObject({ stage: 'complete' }));
  expect(changes()).toBe(before + 1);
  clock.advance(60_000);
  expect(manager.get()).toHaveLength(1);
  manager.remove(manager.get().map(({ id }) => id));
  expect(manager.get()).toEqual([]);
});

it('puts a file in the place of another: no record is made, and what the content said before is not taken for the new file', async () => {
  const { api, bucket, manager, actions, toast, clock, created } = setUp();
  created.content = contentView({ conversion_status: 'completed', conversion_started_at: '2026-03-01T12:00:00.000Z' });
  bucket.autoRespond = (put) => put.respond(200);
  await manager.start([{ ...request('better.mp3'), replaces: contentId() }]).settled;
  expect(actions()).toEqual(['put', 'complete']);
  expect(api.requests.find(({ url }) => url.endsWith('s3-upload-url'))?.body).toMatchObject({
    fileName: 'better.mp3',
    contentId: contentId(),
  });
  expect(api.requests.some(({ url }) => url === '/api/content' || url.endsWith('aws-conversion-v3'))).toBe(false);
  expect(toast()).toMatchObject({
    title: 'Upload successful',
    description: 'New file uploaded. What plays now stays until the new file is converted.',
  });
  expect(manager.get()[0]).toMatchObject({ stage: 'conversion', stagePercent: 0 });
  clock.advance(3_000);
  await waitFor(() => expect(api.requests.filter(({ url }) => url === `/api/content/${contentId()}`)).toHaveLength(3));
  expect(manager.get()[0]).toMatchObject({ stage: 'conversion', stagePercent: 0 });

  created.content = contentView({
    conversion_status: 'processing',
    conversion_progress: 40,
    conversion_started_at: '2026-03-02T12:00:00.000Z',
  });
  clock.advance(3_000);
  await waitFor(() => expect(manager.get()[0]).toMatchObject({ stage: 'conversion', stagePercent: 40 }));
  created.content = contentView({ conversion_status: 'completed', conversion_started_at: '2026-03-02T12:00:00.000Z' });
  clock.advance(3_000);
  await waitFor(() => expect(manager.get()[0]).toMatchObject({ stage: 'complete' }));
});

it('sends large files in parts with their checksums, and tells the server what they shall become', async () => {
  const { api, bucket, manager, actions } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  await manager.start([request('film.mkv', {}, 101 * 2 ** 20)]).settled;
  expect(actions()).toEqual(['list', 'create', 'sign', 'complete']);
  expect(api.requests.find((one) => bodyOf(one).action === 'create')?.body).toMatchObject({ draft: request().content });
  expect(bucket.puts.map(({ url }) => url)).toEqual(['part-1', 'part-2']);
});

it('tells that an upload waits for a review where content is moderated', async () => {
  const { bucket, manager, created, toast } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  created.content = contentView({ status: 'pending', publish_when_ready: false, conversion_status: 'pending' });
  await manager.start([request('viper.mp3', { status: 'published' })]).settled;
  expect(toast()?.description).toBe('Content uploaded and waiting for review');
});

it('tells honestly when publishing waits for the conversion, and again when it came true', async () => {
  const { bucket, manager, created, toast, clock } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  created.content = contentView({ status: 'pending', publish_when_ready: true, conversion_status: 'pending' });
  await manager.start([request('viper.mp3', { status: 'published' })]).settled;
  expect(toast()?.description).toBe(
    'Content uploaded. It is published by itself as soon as its conversion is complete.',
  );
  created.content = contentView({ status: 'pending', conversion_status: 'processing', conversion_progress: 40 });
  clock.advance(3_000);
  await waitFor(() => expect(manager.get()[0]).toMatchObject({ stagePercent: 40 }));
  created.content = contentView({ status: 'published' });
  clock.advance(3_000);
  await waitFor(() =>
    expect(toast()?.description).toBe('Content uploaded and published to AWS S3 with CloudFront delivery'),
  );
});

it('says that a conversion failed', async () => {
  const { bucket, manager, created, toast, clock } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  await manager.start([request()]).settled;
  created.content = contentView({ conversion_status: 'failed', conversion_error: 'The file is damaged.' });
  clock.advance(3_000);
  await waitFor(() =>
    expect(toast()).toMatchObject({
      title: 'Conversion Failed',
      description: 'Conversion failed: The file is damaged.',
      variant: 'destructive',
    }),
  );
  expect(manager.get()[0]).toMatchObject({ stage: 'failed', error: 'Conversion failed: The file is damaged.' });
});

it('gives the storage back when the record cannot be made, and shows the reason', async () => {
  const { api, bucket, manager, actions, toast } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  api.on('POST /api/content', problem('category_not_found', 404, 'Category not found'));
  const outcome = await manager.start([request()]).settled;
  expect(outcome.failed).toHaveLength(1);
  expect(actions()).toEqual(['put', 'complete', 'abort']);
  expect(toast()).toMatchObject({
    title: 'Error',
    description: 'Failed to add content. Please try again. Category not found',
    variant: 'destructive',
  });
  expect(manager.get()[0]).toMatchObject({ stage: 'failed', error: 'Category not found' });
});

it('gives the storage back when the transfer fails', async () => {
  const { bucket, manager, actions, toast } = setUp();
  bucket.autoRespond = (put) => put.respond(403, { statusText: 'Forbidden' });
  await manager.start([request()]).settled;
  expect(actions()).toEqual(['put', 'abort']);
  expect(toast()?.description).toBe('Failed to upload content. Please try again. S3 upload failed: 403 Forbidden');
});

it('names the refusal of an upload that cannot begin', async () => {
  const { api, manager, actions, toast } = setUp();
  api.on(UPLOAD_URL, problem('quota_exceeded', 409, 'The storage of the plan does not reach for this file.'));
  await manager.start([request()]).settled;
  expect(actions()).toEqual(['put']);
  expect(toast()?.description).toBe(
    'Failed to upload content. Please try again. Failed to get upload URL. The storage of the plan does not reach for this file.',
  );
});

it('cancels: the transfer stops, the storage is given back, and a toast says so', async () => {
  const { bucket, manager, actions, toast } = setUp();
  const { ids, settled } = manager.start([request(), request('second.mp3')]);
  await waitFor(() => expect(bucket.puts).toHaveLength(1));
  manager.cancel(ids);
  await expect(settled).resolves.toEqual({ uploaded: [], failed: [], canceled: true });
  expect(bucket.puts[0]?.aborted).toBe(true);
  expect(bucket.puts).toHaveLength(1);
  expect(actions()).toEqual(['put', 'abort']);
  expect(manager.get()).toEqual([]);
  expect(toast()).toMatchObject({ title: 'Upload cancelled', description: 'File upload has been cancelled' });
});

it('takes a batch one at a time, goes on after a failure, reports both, and repeats the failed one', async () => {
  const { bucket, manager, toast } = setUp();
  bucket.autoRespond = (put) => put.respond(put.url.endsWith('b.mp3') ? 400 : 200, { statusText: 'Bad Request' });
  const outcome = await manager.start([request('a.mp3'), request('b.mp3'), request('c.mp3')]).settled;
  expect(bucket.puts.map(({ url }) => url)).toEqual([
    'https://bucket/a.mp3',
    'https://bucket/b.mp3',
    'https://bucket/c.mp3',
  ]);
  expect(outcome.uploaded).toHaveLength(2);
  expect(toast()).toMatchObject({ title: 'Some files were not uploaded', description: '2 uploaded, 1 failed: b.mp3' });
  bucket.autoRespond = (put) => put.respond(200);
  manager.retry(outcome.failed[0]?.id ?? '');
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Success' }));
  expect(bucket.puts).toHaveLength(4);
});

it('repeats completing and recording while the server cannot be reached for a moment', async () => {
  const { api, bucket, manager, clock, toast } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  let asked = 0;
  api.on('POST /api/content', () =>
    (asked += 1) === 1 ? problem('unavailable', 503, 'Not now') : { status: 201, body: contentView() },
  );
  const { settled } = manager.start([request()]);
  await waitFor(() => expect(asked).toBe(1));
  await waitFor(() => {
    clock.advance(1_000);
    expect(asked).toBe(2);
  });
  await settled;
  expect(toast()?.title).toBe('Success');
});

describe('an upload that was begun before', () => {
  const MIB = 2 ** 20;
  const size = 3 * 16 * MIB - 7;
  const sums = [`sum-${16 * MIB}`, `sum-${16 * MIB}`, `sum-${16 * MIB - 7}`];
  const unfinished = (fileName = 'film.mkv', fileSize = size) => ({
    contentId: contentId(),
    s3Key: S3_KEY,
    fileName,
    fileType: 'video/x-matroska',
    fileSize,
    created_at: '2026-03-01T00:00:00.000Z',
    deadline: '2026-03-02T00:00:00.000Z',
    draft: null,
    replacement: false,
  });
  const start = (uploads: unknown[], stored: { storedParts: unknown[]; joined: string | null }) => {
    const parts = setUp();
    parts.bucket.autoRespond = (put) => put.respond(200);
    parts.api.on(UPLOAD_URL, (asked) => {
      const { action } = bodyOf(asked);
      if (action === 'list') return { body: { uploads } };
      if (action === 'create') return { body: { ...allotted, uploadId: 'u', partSize: 16 * MIB, partCount: 3 } };
      if (action === 'parts')
        return {
          body: { ...allotted, fileName: 'film.mkv', fileSize: size, partSize: 16 * MIB, partCount: 3, ...stored },
        };
      return answerUpload(asked);
    });
    return parts;
  };
  const film = (name = 'film.mkv', bytes = size): UploadRequest => {
    const file = new File(['x'], name, { type: 'video/x-matroska' });
    // A file of this size without its bytes.
    Object.defineProperties(file, {
      size: { value: bytes },
      slice: {
        value: (from: number, to: number) =>
          Object.defineProperty(new Blob(), 'size', { value: Math.min(to, bytes) - from }),
      },
    });
    return { ...request(), file };
  };
  const sent = ({ bucket }: ReturnType<typeof setUp>) => bucket.puts.map(({ url }) => url);

  it('is taken up by name, size and content, and only what is missing is sent', async () => {
    const parts = start([unfinished()], {
      storedParts: [
        { partNumber: 1, sha256: sums[0] },
        { partNumber: 3, sha256: sums[2] },
      ],
      joined: null,
    });
    await parts.manager.start([film()]).settled;
    expect(parts.actions()).toEqual(['list', 'parts', 'sign', 'complete']);
    expect(sent(parts)).toEqual(['part-2']);
    expect(parts.api.requests.find(({ url }) => url === '/api/content')?.body).toMatchObject({
      s3Key: S3_KEY,
      title: 'Viper',
    });
  });

  it('of other content begins anew', async () => {
    const parts = start([unfinished()], { storedParts: [{ partNumber: 1, sha256: 'another' }], joined: null });
    await parts.manager.start([film()]).settled;
    expect(parts.actions()).toEqual(['list', 'parts', 'create', 'sign', 'complete']);
    expect(sent(parts)).toEqual(['part-1', 'part-2', 'part-3']);
  });

  it.each([
    ['another name', unfinished('other.mkv')],
    ['another size', unfinished('film.mkv', size + 1)],
  ])('of %s is not looked at', async (_, other) => {
    const parts = start([other], { storedParts: [], joined: null });
    await parts.manager.start([film()]).settled;
    expect(parts.actions()).toEqual(['list', 'create', 'sign', 'complete']);
  });

  it('that was chosen for by hand is refused when its content differs, and stays', async () => {
    const parts = start([unfinished()], { storedParts: [{ partNumber: 2, sha256: 'another' }], joined: null });
    const { failed } = await parts.manager.start([{ ...film(), resume: S3_KEY }]).settled;
    expect(failed[0]?.error).toMatch(/^This file has the same name and size, but other content/);
    expect(parts.actions()).toEqual(['list', 'parts']);
  });

  it('that failed keeps its parts, and another try goes on; one that is canceled gives them up', async () => {
    const parts = start([], { storedParts: [], joined: null });
    parts.bucket.autoRespond = (put) => put.respond(put.url === 'part-2' ? 400 : 200);
    const { failed } = await parts.manager.start([film()]).settled;
    expect(failed).toHaveLength(1);
    expect(parts.actions()).toEqual(['list', 'create', 'sign']);

    parts.bucket.autoRespond = undefined;
    parts.manager.retry(failed[0]?.id ?? '');
    await waitFor(() => expect(parts.bucket.puts).toHaveLength(6));
    parts.manager.cancel([failed[0]?.id ?? '']);
    await waitFor(() => expect(parts.actions().at(-1)).toBe('abort'));
  });

  it('is left for another time when its person signs out', async () => {
    const parts = start([], { storedParts: [], joined: null });
    parts.bucket.autoRespond = undefined;
    const { settled } = parts.manager.start([film(), film('second.mkv')]);
    await waitFor(() => expect(parts.bucket.puts).toHaveLength(3));
    parts.manager.stop();
    expect(await settled).toEqual({ uploaded: [], failed: [], canceled: false });
    expect(parts.bucket.puts.every(({ aborted }) => aborted)).toBe(true);
    expect(parts.actions()).not.toContain('abort');
    expect(parts.manager.get()).toEqual([]);
    expect(parts.toast()).toBeUndefined();
    expect(parts.held.at(-1)).toBe(false);
  });
});

describe('while the server tells of changes', () => {
  const looks = (api: ReturnType<typeof createApiStub>) =>
    api.requests.filter(({ method, url }) => method === 'GET' && url === `/api/content/${contentId()}`).length;

  it('looks at a conversion once and then at every change, not by the clock; by the clock again when the channel is lost', async () => {
    const { api, live, bucket, manager, created, clock } = setUp();
    bucket.autoRespond = (put) => put.respond(200);
    live.live.set(new Set(['content']));
    await manager.start([request()]).settled;
    await waitFor(() => expect(looks(api)).toBe(1));
    clock.advance(60_000);
    expect(looks(api)).toBe(1);
    created.content = contentView({ conversion_status: 'processing', conversion_progress: 40 });
    live.announce('content');
    await waitFor(() => expect(manager.get()[0]).toMatchObject({ stagePercent: 40 }));
    expect(looks(api)).toBe(2);
    live.live.set(new Set());
    clock.advance(3_000);
    await waitFor(() => expect(looks(api)).toBe(3));
    live.live.set(new Set(['content']));
    created.content = contentView();
    live.announce('content');
    await waitFor(() => expect(manager.get()[0]).toMatchObject({ stage: 'complete' }));
    const before = looks(api);
    live.announce('content');
    clock.advance(60_000);
    expect(looks(api)).toBe(before);
    expect(live.wanted.get()).toEqual([]);
  });

  it('looks again after a look that failed, and after a change during a look', async () => {
    const { api, live, bucket, manager, created, clock } = setUp();
    bucket.autoRespond = (put) => put.respond(200);
    live.live.set(new Set(['content']));
    let answer = { status: 503, body: {} as unknown };
    api.on(`GET /api/content/${contentId()}`, () => answer);
    await manager.start([request()]).settled;
    await waitFor(() => expect(looks(api)).toBe(1));
    live.live.set(new Set(['content', 'catalog']));
    answer = { status: 200, body: created.content };
    await waitFor(() => {
      clock.advance(3_000);
      expect(looks(api)).toBe(2);
    });
    live.announce('content');
    live.announce('content');
    await waitFor(() => expect(looks(api)).toBe(4));
  });
});
