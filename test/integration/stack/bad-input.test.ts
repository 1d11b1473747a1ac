import { randomBytes } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { UNSUPPORTED_FORMAT_TEXT } from '../../../lambdas/contract/media/media-formats.ts';
import { MAX_FILE_BYTES } from '../../../lambdas/contract/media/upload-limits.ts';
import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import { uploadEntity } from '../../../lambdas/data/conversion/upload-entity.ts';
import { headersFor, openApi, pathOf, problemOf, errorCodeOf, type Api } from '../../support/api.ts';
import { startLocalStack, waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, settledState, type Operator } from '../../support/stack/operator.ts';
import { mapConcurrently, type RawResponse } from '../../support/attacks/raw-http.ts';
import { openAccounts, type Accounts, type Person } from '../../support/stack/sign-in.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';
import { ANY_SHA256 } from '../../support/network/upload-parts.ts';
import { sampleOf } from '../../support/rounds.ts';
import { openUploads, type Uploads } from '../../support/worlds/uploading.ts';
import { foreignIdCases } from './support/foreign-ids.ts';
import { INVALID_BODIES, INVALID_FIELDS, NOT_MEDIA, UNSUPPORTED_NAMES } from './support/invalid-input.ts';
import { openUploadState, type StateOfUploads, type UploadState } from './support/upload-state.ts';

const HOUR_MS = 3_600_000;
const GIB = 2 ** 30;
const key = 'uploads.s3-upload-url';

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let admin: Person;
let uploads: Uploads;
let state: UploadState;
let before: StateOfUploads;

const create = (s3Key: string, fields: object = {}): Promise<RawResponse> =>
  api.request('content.create-content', { body: { title: 'Bad', s3Key, ...fields } }, admin.token);

beforeAll(async () => {
  // A cloud of its own: this file compares everything that is stored before and after calls.
  stack = await startLocalStack();
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  admin = await accounts.demo('admin');
  uploads = openUploads(api, admin.token);
  await api.call('catalog.list-creators', {}, admin.token);
  state = openUploadState({ url: stack.url, api, operator, token: admin.token });
  before = await state.read();
});
afterEach(() => state.expectEqual(before));
afterAll(async () => {
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
});

describe('a file that is not media', () => {
  it.each(NOT_MEDIA)('is rejected on completion with the reason: %s', async (_what, fileName, bytes) => {
    const { s3Key, contentId } = await uploads.put(fileName, bytes);
    for (const response of [await uploads.complete(s3Key), await create(s3Key), await uploads.complete(s3Key)]) {
      const { code, detail } = problemOf(response);
      expect(code).toBe('unsupported_format');
      expect(detail).toMatch(/^The file is .+\.$/);
    }
    expect(errorCodeOf(await api.request('catalog.get-content', { params: { id: contentId } }, admin.token))).toBe(
      'content_not_found',
    );
  });

  it('is removed even when no client completes it', async () => {
    const { s3Key } = await uploads.put('diary.mp4', Buffer.from('Dear diary,\n'.repeat(300)));
    // Quota and object are released at once; the sweeper removes the record of the attempt.
    await waitFor('the quota and the object', async () => {
      const { used, objects } = await state.read();
      return JSON.stringify([used, objects]) === JSON.stringify([before.used, before.objects]) ? true : undefined;
    });
    expect(problemOf(await create(s3Key))).toMatchObject({ code: 'unsupported_format' });
  });

  it('is rejected by the converter when it only starts like media, and the failed item can be deleted', async () => {
    const bytes = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypisom\0\0\0\0isommp42'),
      randomBytes(5000),
    ]);
    const { s3Key, contentId } = await uploads.put('almost.mp4', bytes);
    const completed = await uploads.complete(s3Key);
    const made = completed.status === 200 ? await create(s3Key) : completed;
    if (made.status !== 201) {
      expect(errorCodeOf(made)).toBe('unsupported_format');
      return;
    }
    const failed = await waitFor('the conversion to fail', async () => {
      const content = await api.call('catalog.get-content', { params: { id: contentId } }, admin.token);
      return content.conversion_status === 'failed' ? content : undefined;
    });
    expect(failed.conversion_error).toMatch(/\w+ .*\.$/);
    expect(
      errorCodeOf(
        await api.request(
          'content.update-content',
          { params: { id: contentId }, body: { revision: failed.revision, status: 'published' } },
          admin.token,
        ),
      ),
    ).toBe('invalid_state');
    await api.call('content.delete-content', { params: { id: contentId } }, admin.token);
  });
});

describe('a file size', () => {
  it.each([{}, { action: 'create' }])('of 0 is rejected (%j)', async (action) => {
    const response = await api.request(
      key,
      { body: { ...action, fileName: 'empty.mp4', fileType: 'video/mp4', fileSize: 0 } },
      admin.token,
    );
    expect(problemOf(response)).toMatchObject({
      code: 'validation_failed',
      detail: 'The file is empty.',
      issues: [{ path: 'fileSize' }],
    });
  });

  it.each([
    [{}, MAX_FILE_BYTES + 1, '50.00'],
    [{ action: 'create' }, MAX_FILE_BYTES + 1, '50.00'],
    [{ action: 'create' }, 60 * GIB, '60.00'],
    [{}, 2 ** 53 - 1, '8388608.00'],
  ])('over 50 GB is rejected with the text of the specification (%j, %d)', async (action, fileSize, shownSize) => {
    const response = await api.request(
      key,
      { body: { ...action, fileName: 'long.mp4', fileType: 'video/mp4', fileSize } },
      admin.token,
    );
    expect(problemOf(response)).toMatchObject({
      code: 'file_too_large',
      detail:
        `File size exceeds 50GB limit. Current size: ${shownSize} GB. ` +
        'Please compress the file or use a smaller file.',
    });
  });

  it('that is not a valid number is rejected', async () => {
    for (const fileSize of [-1, 1.5, '10', null, 1e300, [], {}, true]) {
      expect(
        errorCodeOf(
          await api.request(key, { body: { fileName: 'a.mp4', fileType: 'video/mp4', fileSize } }, admin.token),
        ),
      ).toBe('validation_failed');
    }
    expect(
      errorCodeOf(await api.request(key, { body: { fileName: 'a.mp4', fileType: 'video/mp4' } }, admin.token)),
    ).toBe('validation_failed');
    const single = await api.request(
      key,
      { body: { fileName: 'a.mp4', fileType: 'video/mp4', fileSize: 101 * 2 ** 20 } },
      admin.token,
    );
    expect(problemOf(single)).toMatchObject({ code: 'validation_failed', issues: [{ path: 'fileSize' }] });
  });

  it('other than the announced one is rejected by the bucket, and an abort releases the quota', async () => {
    const { s3Key, uploadUrl } = await uploads.announce({ fileName: 'a.wav', fileType: 'audio/wav', fileSize: 10_000 });
    expect((await state.read()).used).not.toEqual(before.used);
    for (const size of [0, 1, 9999, 10_001, 50_000])
      expect(await uploads.send(uploadUrl, Buffer.alloc(size), 'audio/wav')).toBe(403);
    expect(await uploads.send(uploadUrl, Buffer.alloc(10_000), 'text/html')).toBe(403);
    expect(await uploads.send(uploadUrl.replace(s3Key, `${s3Key}x`), Buffer.alloc(10_000), 'audio/wav')).toBe(403);
    expect(errorCodeOf(await uploads.complete(s3Key))).toBe('upload_incomplete');
    expect(errorCodeOf(await create(s3Key))).toBe('upload_incomplete');
    await uploads.abort(s3Key);
    await state.expectEqual(before);
    expect(errorCodeOf(await uploads.complete(s3Key))).toBe('upload_not_found');
    expect(errorCodeOf(await create(s3Key))).toBe('upload_not_found');
  });

  it('that differs although the object was stored is rejected, and the object removed', async () => {
    const wav = tinyWav();
    const { s3Key } = await uploads.announce({ fileName: 'a.wav', fileType: 'audio/wav', fileSize: wav.length + 1 });
    await operator.s3.send(new PutObjectCommand({ Bucket: operator.buckets.uploads, Key: s3Key, Body: wav }));
    // Ingest and the call check at the same time; the first one rejects the file.
    expect(['upload_incomplete', 'unsupported_format']).toContain(errorCodeOf(await uploads.complete(s3Key)));
  });

  it('in parts: invalid, missing and wrong parts are rejected', async () => {
    const body = { action: 'create', fileName: 'a.mp4', fileType: 'video/mp4', fileSize: 40 * 2 ** 20 } as const;
    const made = await api.call(key, { body }, admin.token);
    if (!('partCount' in made)) throw new Error('The response has no parts');
    const { s3Key, partCount } = made;
    expect(partCount).toBe(3);
    const sign = (numbers: readonly number[]) =>
      api.request(
        key,
        { body: { action: 'sign', s3Key, parts: numbers.map((partNumber) => ({ partNumber, sha256: ANY_SHA256 })) } },
        admin.token,
      );
    for (const numbers of [
      [0],
      [partCount + 1],
      [10_001],
      [1.5],
      [],
      Array.from({ length: 51 }, (_, index) => index + 1),
    ]) {
      expect(errorCodeOf(await sign(numbers))).toBe('validation_failed');
    }
    const [part] = (JSON.parse((await sign([3])).text) as { parts: { url: string }[] }).parts;
    expect(await uploads.send(part?.url ?? '', Buffer.alloc(10), 'video/mp4')).toBe(403);
    for (const sha256 of ['', 'x', ANY_SHA256.slice(1), `${ANY_SHA256}\r\nx-amz-acl: public-read`]) {
      expect(
        errorCodeOf(
          await api.request(key, { body: { action: 'sign', s3Key, parts: [{ partNumber: 1, sha256 }] } }, admin.token),
        ),
      ).toBe('validation_failed');
    }
    expect(errorCodeOf(await uploads.complete(s3Key))).toBe('upload_incomplete');
    await uploads.abort(s3Key);
  });

  it('of an abandoned upload is released by the sweeper', async () => {
    const { contentId } = await uploads.announce({ fileName: 'a.wav', fileType: 'audio/wav', fileSize: 5000 });
    const item = (await operator.items()).find(({ type, content_id: id }) => type === 'UPLOAD' && id === contentId);
    const past = new Date(Date.now() - HOUR_MS).toISOString();
    await operator.put(uploadEntity.toItem({ ...uploadEntity.parse(item ?? {}), deadline: past }));
    await state.sweep();
    await state.expectEqual(before, { sweeping: false });
  });
});

describe('a file name', () => {
  it('with an unsupported extension is rejected with the text of the specification', async () => {
    for (const fileName of UNSUPPORTED_NAMES) {
      for (const action of [{}, { action: 'create' }]) {
        const response = await api.request(
          key,
          { body: { ...action, fileName, fileType: 'video/mp4', fileSize: 10 } },
          admin.token,
        );
        // White space around a name is trimmed.
        if (fileName !== fileName.trim()) await uploads.abort((JSON.parse(response.text) as { s3Key: string }).s3Key);
        else
          expect([fileName, problemOf(response)]).toMatchObject([
            fileName,
            { code: 'unsupported_format', detail: UNSUPPORTED_FORMAT_TEXT },
          ]);
      }
    }
    expect(UNSUPPORTED_FORMAT_TEXT).toMatch(/^Unsupported file format\. Supported formats: mp4, avi, mov, /);
  });

  it("of a format that cannot be converted is rejected with the format's name", async () => {
    for (const fileName of ['a.rm', 'a.amr', 'a.ape']) {
      const { code, detail } = problemOf(
        await api.request(key, { body: { fileName, fileType: '', fileSize: 10 } }, admin.token),
      );
      expect([code, detail]).toEqual(['unsupported_format', expect.stringContaining('cannot be converted')]);
    }
  });

  it('that is invalid is rejected', async () => {
    for (const fileName of ['', '   ', 'a\0.mp4', 'a\r\n.mp4', `${'a'.repeat(256)}.mp4`, 5, null, ['a.mp4']]) {
      expect(
        errorCodeOf(await api.request(key, { body: { fileName, fileType: 'video/mp4', fileSize: 10 } }, admin.token)),
      ).toBe('validation_failed');
    }
  });
});

it('rejects an item without a title or with invalid fields, and the upload can still be used', async () => {
  const wav = tinyWav();
  const { s3Key } = await uploads.put('a.wav', wav, 'audio/wav');
  expect((await uploads.complete(s3Key)).status).toBe(200);
  for (const title of [undefined, '', '   ', '\u00a0', null, 5, ['x'], 'x'.repeat(201), 'a\0b', 'a\nb']) {
    expect(problemOf(await create(s3Key, { title }))).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'title' }],
    });
  }
  for (const fields of INVALID_FIELDS) expect(errorCodeOf(await create(s3Key, fields))).toBe('validation_failed');
  expect(errorCodeOf(await create(s3Key, { category_id: `cat_${ulid()}` }))).toBe('category_not_found');
  await uploads.abort(s3Key);
});

it('rejects an ID of another kind in every field', async () => {
  const [one, two] = await Promise.all(
    ['One', 'Two'].map((title) => uploads.make(title, `${title}.wav`, tinyWav(), 'music')),
  );
  const contentItems = (await api.call('content.list-all-content', { query: {} }, admin.token)).items;
  const keyOf = (id: string | undefined) => contentItems.find((content) => content.id === id)?.metadata.s3Key ?? '';
  const uploadIdOf = (id: string | undefined) => keyOf(id).split('/')[2] ?? '';
  const {
    items: [category],
  } = await api.call('catalog.list-categories', {}, admin.token);
  const {
    items: [creator],
  } = await api.call('catalog.list-creators', {}, admin.token);
  const { s3Key: single } = await uploads.announce({ fileName: 'a.wav', fileType: 'audio/wav', fileSize: 100 });

  // The key of an existing item returns that item unchanged.
  expect(JSON.parse((await create(keyOf(one), { title: 'Stolen' })).text)).toMatchObject({ id: one, title: 'One' });
  const listener = await accounts.demo('listener');
  const cases = foreignIdCases({
    draft: one ?? '',
    sourceKey: keyOf(one),
    otherUpload: uploadIdOf(two),
    announcedKey: single,
    otherIds: [category?.id, creator?.id, admin.id, uploadIdOf(one)],
    creator: creator?.id,
  });
  const stored = await settledState(operator);
  for (const [endpoint, input, code, caller = 'admin'] of cases) {
    const { token } = caller === 'admin' ? admin : listener;
    expect([endpoint, input, errorCodeOf(await api.request(endpoint, input, token))]).toEqual([endpoint, input, code]);
  }
  expect(await operator.stateHash()).toBe(stored);
  await uploads.abort(single);
  for (const id of [one, two]) await api.call('content.delete-content', { params: { id: id ?? '' } }, admin.token);
});

/** Endpoints whose body needs no field, as the specification calls them. */
const WITHOUT_FIELDS: ReadonlySet<EndpointKey> = new Set([
  'delivery-monitor.ai-cdn-optimizer',
  'delivery-tools.intelligent-cors-manager',
  'retention.cleanup-expired-data',
  'factors.challenge-factor',
]);

it('rejects a body that is not the expected JSON, whatever its content type', async () => {
  const writing = (Object.keys(endpoints) as EndpointKey[]).filter((endpoint) => 'body' in endpoints[endpoint]);
  const contentId = `cnt_${ulid()}`;
  // IDs in a valid format, so that the body is what gets rejected.
  const idsOf = (endpoint: EndpointKey) => ({
    id: endpoints[endpoint].path.startsWith('/api/playlists/') ? `pls_${ulid()}` : contentId,
    contentId,
    language: 'en',
    segmentId: 's00001',
    alertId: `alt_${ulid()}`,
    responseId: `rsp_${ulid()}`,
    tokenId: `tok_${ulid()}`,
  });
  const stored = await settledState(operator);
  const isOpen = (endpoint: EndpointKey): boolean => endpoints[endpoint].auth === 'public';
  const tooLarge = Buffer.alloc(10 * 2 ** 20 + 1, 0x20);
  // Every function reads its body in the same way. Each endpoint gets other bodies than the one before.
  const cases = sampleOf(
    'invalid bodies',
    writing.flatMap((endpoint) =>
      [...INVALID_BODIES, ['application/json', tooLarge] as const]
        .filter(([, body]) => body !== '{}' || !WITHOUT_FIELDS.has(endpoint))
        .map(([type, body]) => ({ endpoint, type, body })),
    ),
    { share: 6, kindOf: ({ endpoint }) => endpoint },
  );
  const send = async ({ endpoint, type, body }: (typeof cases)[number]): Promise<void> => {
    if (isOpen(endpoint)) await operator.resetVisitorCalls();
    const response = await api.send(pathOf(endpoint, { params: idsOf(endpoint) }), {
      method: endpoints[endpoint].method,
      body,
      headers: { ...headersFor(admin.token, false), ...(type === '' ? {} : { 'content-type': type }) },
    });
    const expected = body === tooLarge ? ['gateway 413'] : ['malformed_json', 'validation_failed', 'body_too_large'];
    expect([endpoint, type, expected]).toEqual([endpoint, type, expect.arrayContaining([errorCodeOf(response)])]);
    expect(response.text.length).toBeLessThan(20_000);
  };
  const ofOpen = (open: boolean) => cases.filter(({ endpoint }) => isOpen(endpoint) === open);
  await mapConcurrently(ofOpen(false), send, 3);
  // One after another, because the number of visitors' calls is limited and starts again before each.
  await mapConcurrently(ofOpen(true), send, 1);
  expect(await operator.stateHash()).toBe(stored);
});

it('accepts any content type, but no request without a bearer header, which other sites cannot send', async () => {
  const body = JSON.stringify({ full_name: 'Another User' });
  const headers = (more: Readonly<Record<string, string>>) => ({ 'content-type': 'text/plain', ...more });
  expect(
    (await api.send('/api/me', { method: 'PATCH', body, headers: headers({ authorization: `Bearer ${admin.token}` }) }))
      .status,
  ).toBe(200);
  const cookie = `authorization=Bearer ${admin.token}; token=${admin.token}; accessToken=${admin.token}`;
  for (const origin of ['http://evil.example', stack.url])
    expect(
      errorCodeOf(await api.send('/api/me', { method: 'PATCH', body, headers: headers({ cookie, origin }) })),
    ).toBe('gateway 401');
});

it('still works afterwards: a valid file is accepted', async () => {
  const id = await uploads.make('Good', 'good.wav', tinyWav(), 'music');
  await waitFor(
    'the conversion',
    async () => {
      const { conversion_status: status } = await api.call('catalog.get-content', { params: { id } }, admin.token);
      return status === 'completed' ? true : undefined;
    },
    60_000,
  );
  await api.call('content.delete-content', { params: { id } }, admin.token);
  await state.expectEqual(before);
  expect(await operator.productScans()).toBe(0);
});
