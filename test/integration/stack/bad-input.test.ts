import { randomBytes } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { UNSUPPORTED_FORMAT_TEXT } from '../../../lambdas/contract/media/media-formats.ts';
import { MAX_FILE_BYTES } from '../../../lambdas/contract/media/upload-limits.ts';
import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import { uploadEntity } from '../../../lambdas/data/conversion/upload-repository.ts';
import { headersFor, openApi, pathOf, problemOf, refusalOf, type Api, type RefusalName } from '../../support/api.ts';
import { startLocalStack, waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, settled, type Operator } from '../../support/stack/operator.ts';
import { inTurns, type RawAnswer } from '../../support/attacks/raw-http.ts';
import { openAccounts, type Accounts, type Person } from '../../support/stack/sign-in.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';
import { ANY_SHA256 } from '../../support/network/upload-parts.ts';
import { openUploads, type Uploads } from '../../support/worlds/uploading.ts';

jest.setTimeout(120_000);

const HOUR_MS = 3_600_000;
const GIB = 2 ** 30;
const key = 'uploads.s3-upload-url';

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let admin: Person;
let uploads: Uploads;
let before: Awaited<ReturnType<typeof left>>;

/** What stays of all that was sent: quota, objects, contents, and items that are no memory of a refusal. */
const left = async () => {
  const [creators, contents, inUploads, inMedia, items] = await Promise.all([
    api.call('catalog.list-creators', {}, admin.token),
    api.call('content.list-all-content', { query: {} }, admin.token),
    operator.objects('uploads'),
    operator.objects('media'),
    operator.items(),
  ]);
  // An act stays noted, also that an upload was given up.
  const lasting = items.filter(
    ({ pk, type, cleaned, expires_at: expires }) =>
      !String(pk).startsWith('AUDIT') && !(type === 'UPLOAD' && cleaned === true && typeof expires === 'number'),
  );
  return {
    used: creators.items.map(({ storage_used: used }) => used),
    contents: contents.items.map(({ title, status }) => [title, status]),
    objects: [...inUploads, ...inMedia],
    items: lasting.map(({ pk, sk }) => `${String(pk)} ${String(sk)}`).sort(),
  };
};

/** Runs the sweeper now, as its schedule does every five minutes. */
const sweep = async (): Promise<void> => {
  const { error } = (await (
    await fetch(`${stack.url}/_local/invoke/sweeper`, { method: 'POST', body: '{}' })
  ).json()) as { error: unknown };
  expect(error).toBeNull();
};

/** Waits until nothing is left of what was refused. What two workers refused at the same moment, the sweeper ends. */
const nothingLeft = async ({ swept = true } = {}): Promise<void> => {
  let now: typeof before | undefined;
  await waitFor(
    'nothing to be left',
    async () => {
      now = await left();
      if (JSON.stringify(now) === JSON.stringify(before)) return true;
      if (swept) await sweep();
      return undefined;
    },
    10_000,
  ).catch(() => expect(now).toEqual(before));
};

const create = (s3Key: string, fields: object = {}): Promise<RawAnswer> =>
  api.ask('content.create-content', { body: { title: 'Bad', s3Key, ...fields } }, admin.token);

beforeAll(async () => {
  stack = await startLocalStack();
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  admin = await accounts.demo('admin');
  uploads = openUploads(api, admin.token);
  await api.call('catalog.list-creators', {}, admin.token);
  before = await left();
});
afterEach(() => nothingLeft());
afterAll(async () => {
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
});

describe('a file that is no media', () => {
  const playlist = '#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
  const files: readonly (readonly [string, string, Buffer])[] = [
    ['a text', 'notes.mp4', Buffer.from('Dear diary,\n'.repeat(200))],
    ['a page', 'page.mp3', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a document', 'paper.mkv', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['a program', 'tool.wav', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(64)])],
    ['a picture', 'photo.mov', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0])],
    ['a playlist', 'list.mp4', Buffer.from(playlist)],
    ['a list for a concatenation', 'list.ts', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    ['one byte', 'one.mp4', Buffer.from('x')],
  ];

  it.each(files)('is refused when it is completed, with a plain reason: %s', async (_what, fileName, bytes) => {
    const { s3Key, contentId } = await uploads.put(fileName, bytes);
    for (const answer of [await uploads.complete(s3Key), await create(s3Key), await uploads.complete(s3Key)]) {
      const { code, detail } = problemOf(answer);
      expect(code).toBe('unsupported_format');
      expect(detail).toMatch(/^The file is .+\.$/);
    }
    expect(refusalOf(await api.ask('catalog.get-content', { params: { id: contentId } }, admin.token))).toBe(
      'content_not_found',
    );
  });

  it('is removed although nobody completes it', async () => {
    const { s3Key } = await uploads.put('notes.mp4', Buffer.from('Dear diary,\n'.repeat(300)));
    // Quota and object go at once; the sweeper takes the memory of the attempt.
    await waitFor('the quota and the object', async () => {
      const { used, objects } = await left();
      return JSON.stringify([used, objects]) === JSON.stringify([before.used, before.objects]) ? true : undefined;
    });
    expect(problemOf(await create(s3Key))).toMatchObject({ code: 'unsupported_format' });
  });

  it('is refused by the converter when it only begins like media, and its failed content goes with all it had', async () => {
    const bytes = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypisom\0\0\0\0isommp42'),
      randomBytes(5000),
    ]);
    const { s3Key, contentId } = await uploads.put('almost.mp4', bytes);
    const completed = await uploads.complete(s3Key);
    const made = completed.status === 200 ? await create(s3Key) : completed;
    if (made.status !== 201) {
      expect(refusalOf(made)).toBe('unsupported_format');
      return;
    }
    const failed = await waitFor('the conversion to fail', async () => {
      const content = await api.call('catalog.get-content', { params: { id: contentId } }, admin.token);
      return content.conversion_status === 'failed' ? content : undefined;
    });
    expect(failed.conversion_error).toMatch(/\w+ .*\.$/);
    expect(
      refusalOf(
        await api.ask(
          'content.update-content',
          { params: { id: contentId }, body: { revision: failed.revision, status: 'published' } },
          admin.token,
        ),
      ),
    ).toBe('invalid_state');
    await api.call('content.delete-content', { params: { id: contentId } }, admin.token);
  });
});

describe('a size', () => {
  it.each([{}, { action: 'create' }])('of nothing is refused (%j)', async (action) => {
    const answer = await api.ask(
      key,
      { body: { ...action, fileName: 'empty.mp4', fileType: 'video/mp4', fileSize: 0 } },
      admin.token,
    );
    expect(problemOf(answer)).toMatchObject({
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
  ])('over 50 GB is refused with the text of the specification (%j, %d)', async (action, fileSize, told) => {
    const answer = await api.ask(
      key,
      { body: { ...action, fileName: 'long.mp4', fileType: 'video/mp4', fileSize } },
      admin.token,
    );
    expect(problemOf(answer)).toMatchObject({
      code: 'file_too_large',
      detail: `File size exceeds 50GB limit. Current size: ${told} GB. Please compress the file or use a smaller file.`,
    });
  });

  it('that is no size is refused', async () => {
    for (const fileSize of [-1, 1.5, '10', null, 1e300, [], {}, true]) {
      expect(
        refusalOf(await api.ask(key, { body: { fileName: 'a.mp4', fileType: 'video/mp4', fileSize } }, admin.token)),
      ).toBe('validation_failed');
    }
    expect(refusalOf(await api.ask(key, { body: { fileName: 'a.mp4', fileType: 'video/mp4' } }, admin.token))).toBe(
      'validation_failed',
    );
    const single = await api.ask(
      key,
      { body: { fileName: 'a.mp4', fileType: 'video/mp4', fileSize: 101 * 2 ** 20 } },
      admin.token,
    );
    expect(problemOf(single)).toMatchObject({ code: 'validation_failed', issues: [{ path: 'fileSize' }] });
  });

  it('other than the announced one is refused by the bucket, and giving the upload up releases what it held', async () => {
    const { s3Key, uploadUrl } = await uploads.announce({ fileName: 'a.wav', fileType: 'audio/wav', fileSize: 10_000 });
    expect((await left()).used).not.toEqual(before.used);
    for (const size of [0, 1, 9999, 10_001, 50_000])
      expect(await uploads.send(uploadUrl, Buffer.alloc(size), 'audio/wav')).toBe(403);
    expect(await uploads.send(uploadUrl, Buffer.alloc(10_000), 'text/html')).toBe(403);
    expect(await uploads.send(uploadUrl.replace(s3Key, `${s3Key}x`), Buffer.alloc(10_000), 'audio/wav')).toBe(403);
    expect(refusalOf(await uploads.complete(s3Key))).toBe('upload_incomplete');
    expect(refusalOf(await create(s3Key))).toBe('upload_incomplete');
    await uploads.abort(s3Key);
    await nothingLeft();
    expect(refusalOf(await uploads.complete(s3Key))).toBe('upload_not_found');
    expect(refusalOf(await create(s3Key))).toBe('upload_not_found');
  });

  it('that slipped into the bucket all the same is refused and removed', async () => {
    const wav = tinyWav();
    const { s3Key } = await uploads.announce({ fileName: 'a.wav', fileType: 'audio/wav', fileSize: wav.length + 1 });
    await operator.s3.send(new PutObjectCommand({ Bucket: operator.buckets.uploads, Key: s3Key, Body: wav }));
    // Ingest and the call look at the same time; whoever is first refuses it.
    expect(['upload_incomplete', 'unsupported_format']).toContain(refusalOf(await uploads.complete(s3Key)));
  });

  it('in parts: missing, foreign and repeated parts are refused', async () => {
    const body = { action: 'create', fileName: 'a.mp4', fileType: 'video/mp4', fileSize: 40 * 2 ** 20 } as const;
    const made = await api.call(key, { body }, admin.token);
    if (!('partCount' in made)) throw new Error('No upload in parts');
    const { s3Key, partCount } = made;
    expect(partCount).toBe(3);
    const sign = (numbers: readonly number[]) =>
      api.ask(
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
      expect(refusalOf(await sign(numbers))).toBe('validation_failed');
    }
    const [part] = (JSON.parse((await sign([3])).text) as { parts: { url: string }[] }).parts;
    expect(await uploads.send(part?.url ?? '', Buffer.alloc(10), 'video/mp4')).toBe(403);
    for (const sha256 of ['', 'x', ANY_SHA256.slice(1), `${ANY_SHA256}\r\nx-amz-acl: public-read`]) {
      expect(
        refusalOf(
          await api.ask(key, { body: { action: 'sign', s3Key, parts: [{ partNumber: 1, sha256 }] } }, admin.token),
        ),
      ).toBe('validation_failed');
    }
    expect(refusalOf(await uploads.complete(s3Key))).toBe('upload_incomplete');
    await uploads.abort(s3Key);
  });

  it('of an upload that nobody ends is released by the sweeper', async () => {
    const { contentId } = await uploads.announce({ fileName: 'a.wav', fileType: 'audio/wav', fileSize: 5000 });
    const item = (await operator.items()).find(({ type, content_id: id }) => type === 'UPLOAD' && id === contentId);
    const past = new Date(Date.now() - HOUR_MS).toISOString();
    await operator.put(uploadEntity.toItem({ ...uploadEntity.parse(item ?? {}), deadline: past }));
    await sweep();
    await nothingLeft({ swept: false });
  });
});

describe('a name', () => {
  it('with an unsupported extension is refused with the text of the specification', async () => {
    const names = [
      'a.exe',
      'a.txt',
      'a',
      'mp4',
      'a.',
      'a.mp4.exe',
      'a.mp4 ',
      'a.mp4/x.sh',
      'a.ｍｐ４',
      'a.mp4\u200b',
      'a.svg',
      'a.m3u8',
      'a.mpd',
      'a.html',
      'a.php.',
      '.htaccess',
      'a.constructor',
      'a.__proto__',
    ];
    for (const fileName of names) {
      for (const action of [{}, { action: 'create' }]) {
        const answer = await api.ask(
          key,
          { body: { ...action, fileName, fileType: 'video/mp4', fileSize: 10 } },
          admin.token,
        );
        // White space around a name is no part of it.
        if (fileName !== fileName.trim()) await uploads.abort((JSON.parse(answer.text) as { s3Key: string }).s3Key);
        else
          expect([fileName, problemOf(answer)]).toMatchObject([
            fileName,
            { code: 'unsupported_format', detail: UNSUPPORTED_FORMAT_TEXT },
          ]);
      }
    }
    expect(UNSUPPORTED_FORMAT_TEXT).toMatch(/^Unsupported file format\. Supported formats: mp4, avi, mov, /);
  });

  it('of a format that nothing converts is refused by that name', async () => {
    for (const fileName of ['a.rm', 'a.amr', 'a.ape']) {
      const { code, detail } = problemOf(
        await api.ask(key, { body: { fileName, fileType: '', fileSize: 10 } }, admin.token),
      );
      expect([code, detail]).toEqual(['unsupported_format', expect.stringContaining('cannot be converted')]);
    }
  });

  it('that is no name is refused', async () => {
    for (const fileName of ['', '   ', 'a\0.mp4', 'a\r\n.mp4', `${'a'.repeat(256)}.mp4`, 5, null, ['a.mp4']]) {
      expect(
        refusalOf(await api.ask(key, { body: { fileName, fileType: 'video/mp4', fileSize: 10 } }, admin.token)),
      ).toBe('validation_failed');
    }
  });
});

it('a content without a title, or with fields that are none, is refused, and the upload can still be used', async () => {
  const wav = tinyWav();
  const { s3Key } = await uploads.put('a.wav', wav, 'audio/wav');
  expect((await uploads.complete(s3Key)).status).toBe(200);
  for (const title of [undefined, '', '   ', '\u00a0', null, 5, ['x'], 'x'.repeat(201), 'a\0b', 'a\nb']) {
    expect(problemOf(await create(s3Key, { title }))).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'title' }],
    });
  }
  const wrong = [
    { status: 'live' },
    { contentType: 'text' },
    { tags: 'a' },
    { tags: Array.from({ length: 31 }, () => 'a') },
    { tags: [''] },
    { description: 'x'.repeat(5001) },
    { artist: 'x'.repeat(201) },
    { category_id: '' },
    { category_id: 'Music' },
  ];
  for (const fields of wrong) expect(refusalOf(await create(s3Key, fields))).toBe('validation_failed');
  expect(refusalOf(await create(s3Key, { category_id: `cat_${ulid()}` }))).toBe('category_not_found');
  await uploads.abort(s3Key);
});

it('an id of something else is refused wherever one goes', async () => {
  const [one, two] = await Promise.all(
    ['One', 'Two'].map((title) => uploads.make(title, `${title}.wav`, tinyWav(), 'music')),
  );
  const contents = (await api.call('content.list-all-content', { query: {} }, admin.token)).items;
  const keyOf = (id: string | undefined) => contents.find((content) => content.id === id)?.metadata.s3Key ?? '';
  const uploadIdOf = (id: string | undefined) => keyOf(id).split('/')[2] ?? '';
  const {
    items: [category],
  } = await api.call('catalog.list-categories', {}, admin.token);
  const {
    items: [creator],
  } = await api.call('catalog.list-creators', {}, admin.token);
  const { s3Key: single } = await uploads.announce({ fileName: 'a.wav', fileType: 'audio/wav', fileSize: 100 });

  // The key of a content answers that content, as it is.
  expect(JSON.parse((await create(keyOf(one), { title: 'Stolen' })).text)).toMatchObject({ id: one, title: 'One' });
  const listener = await accounts.demo('listener');
  const cases: readonly (readonly [EndpointKey, object, RefusalName, Person])[] = [
    [
      'content.create-content',
      { body: { title: 'x', s3Key: `uploads/${one}/${uploadIdOf(two)}` } },
      'upload_not_found',
      admin,
    ],
    [
      'content.create-content',
      { body: { title: 'x', s3Key: `media/${one}/${uploadIdOf(one)}/480/index.m3u8` } },
      'upload_not_found',
      admin,
    ],
    ['content.create-content', { body: { title: 'x', s3Key: single } }, 'upload_incomplete', admin],
    [
      'content.create-content',
      { body: { title: 'x', s3Key: single, category_id: creator?.id } },
      'validation_failed',
      admin,
    ],
    [key, { body: { action: 'complete', s3Key: `uploads/${one}/${uploadIdOf(two)}` } }, 'upload_not_found', admin],
    [key, { body: { action: 'abort', s3Key: `uploads/${one}/${uploadIdOf(two)}` } }, 'upload_not_found', admin],
    [key, { body: { action: 'abort', s3Key: keyOf(one) } }, 'invalid_state', admin],
    [
      key,
      { body: { action: 'sign', s3Key: keyOf(one), parts: [{ partNumber: 1, sha256: ANY_SHA256 }] } },
      'invalid_state',
      admin,
    ],
    [
      key,
      { body: { action: 'sign', s3Key: single, parts: [{ partNumber: 1, sha256: ANY_SHA256 }] } },
      'invalid_state',
      admin,
    ],
    ...[category?.id, creator?.id, admin.id, uploadIdOf(one)].flatMap((id) => [
      ['catalog.get-content', { params: { id } }, 'validation_failed', admin] as const,
      ['content.delete-content', { params: { id } }, 'validation_failed', admin] as const,
      ['playback.get-media-url', { body: { contentId: id } }, 'validation_failed', admin] as const,
    ]),
    // A draft does not exist for a listener.
    ['catalog.get-content', { params: { id: one } }, 'content_not_found', listener],
    ['playback.get-media-url', { body: { contentId: one } }, 'content_not_found', listener],
    ['history.record-history', { body: { content_id: one } }, 'content_not_found', listener],
  ];
  const state = await settled(operator);
  for (const [endpoint, input, name, { token }] of cases)
    expect([endpoint, input, refusalOf(await api.ask(endpoint, input, token))]).toEqual([endpoint, input, name]);
  expect(await operator.stateHash()).toBe(state);
  await uploads.abort(single);
  for (const id of [one, two]) await api.call('content.delete-content', { params: { id: id ?? '' } }, admin.token);
});

it('a body that is not the JSON that was asked for is refused, whatever it says it is', async () => {
  const doors = (Object.keys(endpoints) as EndpointKey[]).filter((endpoint) => 'body' in endpoints[endpoint]);
  const contentId = `cnt_${ulid()}`;
  // Ids of the right form, so that it is the body that is refused.
  const idsOf = (endpoint: EndpointKey) => ({
    id: endpoints[endpoint].path.startsWith('/api/playlists/') ? `pls_${ulid()}` : contentId,
    contentId,
    language: 'en',
  });
  const json = 'application/json';
  const bodies: readonly (readonly [string, string | Buffer])[] = [
    [json, ''],
    [json, ' '],
    [json, '{'],
    [json, '}'],
    [json, '{"a":1,}'],
    [json, "{'a':1}"],
    [json, '{a:1}'],
    [json, 'NaN'],
    [json, 'undefined'],
    [json, '// x'],
    [json, '\ufeff{}'],
    [json, 'null'],
    [json, '[]'],
    [json, '"x"'],
    [json, '1'],
    [json, 'true'],
    [json, '{}'],
    [json, '[{}]'],
    [json, '{"":{}}'],
    [json, '{"__proto__":{"admin":true}}'],
    [json, '['.repeat(100_000)],
    [json, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    [json, JSON.stringify({ full_name: 'x'.repeat(1_000_000) })],
    [json, JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, index])))],
    [json, Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0])],
    [json, Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    [json, randomBytes(200)],
    ['application/octet-stream', randomBytes(200)],
    ['application/octet-stream', '{'],
    ['image/png', Buffer.from([0xff, 0x7b, 0x7d])],
    ['application/x-www-form-urlencoded', 'full_name=x&name=x&title=x'],
    ['text/plain', 'full_name: x'],
    ['application/xml', '<full_name>x</full_name>'],
    ['application/json; charset=utf-16', Buffer.from('{}', 'utf16le')],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="full_name"\r\n\r\nx\r\n--x--\r\n',
    ],
    ['', 'x'],
  ];
  const state = await settled(operator);
  await inTurns(
    doors,
    async (endpoint) => {
      const params = idsOf(endpoint);
      for (const [type, body] of bodies) {
        const { method } = endpoints[endpoint];
        const answer = await api.send(pathOf(endpoint, { params }), {
          method,
          body,
          headers: { ...headersFor(admin.token, false), ...(type === '' ? {} : { 'content-type': type }) },
        });
        expect([endpoint, type, ['malformed_json', 'validation_failed'].includes(refusalOf(answer))]).toEqual([
          endpoint,
          type,
          true,
        ]);
        expect(answer.text.length).toBeLessThan(20_000);
      }
      const large = await api.send(pathOf(endpoint, { params }), {
        method: endpoints[endpoint].method,
        body: Buffer.alloc(10 * 2 ** 20 + 1, 0x20),
        headers: headersFor(admin.token, true),
      });
      expect(refusalOf(large)).toBe('gateway 413');
    },
    3,
  );
  console.log(`${bodies.length} wrong bodies at ${doors.length} endpoints`);
  expect(await operator.stateHash()).toBe(state);
});

it("a body's type is not asked, and a page of another site gains nothing by that: it has no bearer header to send", async () => {
  const body = JSON.stringify({ full_name: 'Some Other' });
  const headers = (more: Readonly<Record<string, string>>) => ({ 'content-type': 'text/plain', ...more });
  expect(
    (await api.send('/api/me', { method: 'PATCH', body, headers: headers({ authorization: `Bearer ${admin.token}` }) }))
      .status,
  ).toBe(200);
  const cookie = `authorization=Bearer ${admin.token}; token=${admin.token}; accessToken=${admin.token}`;
  for (const origin of ['http://evil.example', stack.url])
    expect(refusalOf(await api.send('/api/me', { method: 'PATCH', body, headers: headers({ cookie, origin }) }))).toBe(
      'gateway 401',
    );
});

it('leaves a stack that works: a file that is rightly sent is taken', async () => {
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
  await nothingLeft();
  expect(await operator.productScans()).toBe(0);
});
