import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { parameterNames } from '../../../infra/parameter-names.ts';
import { stageNamed } from '../../../infra/stages.ts';
import { openApi, errorCodeOf, type Api } from '../../support/api.ts';
import { traversals } from '../../support/attacks/hostile-texts.ts';
import { waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import {
  cookieHeader,
  forgedCookies,
  signedCookies,
  tripleFor,
  type CookieTriple,
} from '../../support/attacks/media-cookies.ts';
import { openOperator, type Operator } from '../../support/stack/operator.ts';
import { sharedStack } from '../../support/stack/shared-stack.ts';
import { mapConcurrently, openRawHttp } from '../../support/attacks/raw-http.ts';
import { openAccounts, type Accounts, type Person } from '../../support/stack/sign-in.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';
import { openUploads } from '../../support/worlds/uploading.ts';

const source = readFileSync(join(__dirname, '..', '..', 'support', 'media', 'rabbit320.mp4'));
const SECRET = 'canary-of-the-folder-above';

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let admin: Person;
let listener: Person;
let moderator: Person;
let film: string;
let song: string;
/** The film's folder of the lowest tier, with a trailing slash. */
let folder: string;
let files: readonly string[];
let real: CookieTriple;
let other: CookieTriple;
let privateKey: string;
let usedBefore: number;
let scansBefore: number;

const edit = async (id: string, fields: object): Promise<void> => {
  const { revision } = await api.call('catalog.get-content', { params: { id } }, admin.token);
  await api.call('content.update-content', { params: { id }, body: { revision, ...fields } }, admin.token);
};
const play = (contentId: string, person: Person) =>
  api.request('playback.get-media-url', { body: { contentId } }, person.token);
const get = (path: string, cookies: CookieTriple = {}, method = 'GET') =>
  api.send(path, { method, headers: { cookie: cookieHeader(cookies) } });
/** Bytes that count against all quotas. */
const used = async (): Promise<number> => {
  const { items } = await api.call('catalog.list-creators', {}, admin.token);
  return items.reduce((sum, { storage_used: bytes }) => sum + bytes, 0);
};
const poster = (content: string, version: string, still = 'poster') => `/posters/${content}/${version}/${still}.jpg`;
const versionOf = (path: string): string => path.split('/')[3] ?? '';

beforeAll(async () => {
  stack = await sharedStack();
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  [admin, listener, moderator] = await Promise.all([
    accounts.demo('admin'),
    accounts.demo('listener'),
    accounts.newcomer(),
  ]);
  await operator.setRights(moderator.id, { role: 'moderator' });
  [usedBefore, scansBefore] = [await used(), await operator.productScans()];
  const uploads = openUploads(api, admin.token);
  [film, song] = await Promise.all([
    uploads.make('Film', 'rabbit.mp4', source, 'video'),
    uploads.make('Song', 'song.wav', tinyWav(), 'music'),
  ]);
  await Promise.all(
    [film, song].map((id) =>
      waitFor(
        'the conversion',
        async () => {
          const content = await api.call('catalog.get-content', { params: { id } }, admin.token);
          if (content.conversion_status === 'failed') throw new Error(String(content.conversion_error));
          return content.conversion_status === 'completed' ? content : undefined;
        },
        90_000,
      ),
    ),
  );
  privateKey = await operator.parameter(parameterNames(stageNamed('local')).signingKey(1));
});
afterAll(async () => {
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
});

it('hides a draft from listeners, and from moderators until it is pending', async () => {
  expect(errorCodeOf(await play(film, listener))).toBe('content_not_found');
  expect(errorCodeOf(await api.request('catalog.get-content', { params: { id: film } }, listener.token))).toBe(
    'content_not_found',
  );
  expect(errorCodeOf(await play(film, moderator))).toBe('content_not_found');
  await edit(film, { status: 'pending' });
  expect(errorCodeOf(await play(film, listener))).toBe('content_not_found');
  const mine = await play(film, moderator);
  const { url } = JSON.parse(mine.text) as { url: string };
  for (const still of ['poster', 'thumbnail'])
    expect((await get(poster(film, versionOf(url), still))).status).toBe(403);
  expect((await get(url)).status).toBe(403);
});

it('plays for users with permission, with HttpOnly cookies for one folder', async () => {
  for (const id of [film, song]) await edit(id, { status: 'published' });
  const [one, two] = [await play(film, listener), await play(song, listener)];
  expect([one.status, two.status]).toEqual([200, 200]);
  const { url } = JSON.parse(one.text) as { url: string };
  folder = url.slice(0, url.lastIndexOf('/') + 1);
  expect(folder).toBe(`/media/${film}/${versionOf(url)}/480/`);
  const lines = one.headers['set-cookie'] ?? [];
  for (const line of lines)
    expect(line).toMatch(
      /^CloudFront-[\w-]+=[^;]+; Path=\/media\/cnt_\w+\/\w+\/480\/; Max-Age=1800; Secure; HttpOnly; SameSite=Strict$/,
    );
  real = tripleFor(folder, lines);
  const songUrl = (JSON.parse(two.text) as { url: string }).url;
  other = tripleFor(songUrl.slice(0, songUrl.lastIndexOf('/') + 1), two.headers['set-cookie'] ?? []);

  const named = (text: string): readonly string[] =>
    [...text.matchAll(/^(?!#)\S+$|URI="([^"]+)"/gm)].map(([line, uri]) => `${folder}${uri ?? line}`);
  const playlists = named((await get(url, real)).text);
  const parts = (await Promise.all(playlists.map(async (path) => named((await get(path, real)).text)))).flat();
  files = [...new Set([url, ...playlists, ...parts])];
  expect(files.some((path) => path.endsWith('.m3u8')) && files.length > 3).toBe(true);
  for (const path of files) expect([path, (await get(path, real)).status]).toEqual([path, 200]);
});

it('serves no manifest or segment with forged cookies', async () => {
  const site = `${stack.url}${folder}`;
  // The control: valid cookies signed with the same key open the folder, so the denials below are due to the forgery.
  expect((await get(files[0] ?? '', signedCookies(real, privateKey, `${site}*`))).status).toBe(200);
  const forged = forgedCookies(real, other, site, privateKey);
  const some = [files[0] ?? '', files.at(-1) ?? ''];
  const wrong: string[] = [];
  await mapConcurrently(
    forged.flatMap(([name, triple]) => some.map((path) => ({ name, triple, path }))),
    async ({ name, triple, path }) => {
      const { status, text } = await get(path, triple);
      if (status !== 403 || text.includes('#EXTM3U')) wrong.push(`${name}: ${status}`);
      const query = new URLSearchParams(
        Object.entries(triple).map(([cookie, value]) => [cookie.replace('CloudFront-', ''), value]),
      ).toString();
      const byUrl = await get(`${path}?${query}`);
      if (byUrl.status !== 403) wrong.push(`${name}, in the URL: ${byUrl.status}`);
    },
  );
  console.log(`${forged.length} forged cookies at ${some.length} files, as cookies and in the URL`);
  expect(wrong).toEqual([]);
  expect(forged.length).toBeGreaterThanOrEqual(60);
  for (const path of files)
    expect([path, (await get(path)).status, (await get(path, other)).status]).toEqual([path, 403, 403]);
  for (const method of ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH'])
    expect([method, (await get(files[0] ?? '', {}, method)).status]).toEqual([method, 403]);
  for (const method of ['PUT', 'DELETE', 'POST'])
    expect([method, (await get(files[0] ?? '', real, method)).status]).toEqual([method, 403]);
});

it('serves nothing above the folder that the cookies open', async () => {
  const above = folder.replace('/480/', '/1080/');
  await operator.s3.send(
    new PutObjectCommand({ Bucket: operator.buckets.media, Key: `${above.slice(1)}index.m3u8`, Body: SECRET }),
  );
  expect((await get(`${above}index.m3u8`, signedCookies(real, privateKey, `${stack.url}${above}*`))).text).toBe(SECRET);
  const relative = [
    `../1080/index.m3u8`,
    `..%2f1080%2findex.m3u8`,
    `%2e%2e/1080/index.m3u8`,
    `./../1080/index.m3u8`,
    `x/../../1080/index.m3u8`,
    `..//1080/index.m3u8`,
    `..%5c1080%5cindex.m3u8`,
  ];
  const absolute = traversals(`${above}index.m3u8`);
  const paths = [`${above}index.m3u8`, above, ...[...relative, ...absolute].map((path) => `${folder}${path}`)];
  const page = (await api.send('/index.html')).text;
  const responses = await mapConcurrently(paths, async (path) => ({ path, ...(await get(path, real)) }));
  expect(responses.filter(({ text }) => text.includes(SECRET) || text.includes('#EXTM3U'))).toEqual([]);
  // Dots that lead out of /media are answered by the site.
  expect(
    responses
      .filter(({ status, text }) => text !== page && (status < 400 || status > 499))
      .map(({ path, status }) => [path, status]),
  ).toEqual([]);
});

it('checks the plan for premium items on every request', async () => {
  await edit(film, { is_premium: true });
  expect(errorCodeOf(await play(film, listener))).toBe('plan_required');
  expect((await play(film, moderator)).status).toBe(200);
  const expected = { premium: 200, creator: 200, business: 200, free: 403 } as const;
  for (const [plan, status] of Object.entries(expected)) {
    await operator.setRights(listener.id, { plan: plan as keyof typeof expected });
    const response = await play(film, listener);
    expect([plan, response.status]).toEqual([plan, status]);
    // The film has one folder, so a higher plan gets no cookies for others.
    expect(response.headers['set-cookie']?.length ?? 0).toBe(status === 200 ? 3 : 0);
  }
  await operator.setRights(listener.id, { plan: 'premium', disabled: true });
  expect(errorCodeOf(await play(film, listener))).toBe('account_disabled');
  await operator.setRights(listener.id, {});
  await edit(film, { is_premium: false });
  expect((await play(film, listener)).status).toBe(200);
});

it('denies access to both buckets without a signature', async () => {
  const { s3Key } = (await api.call('catalog.get-content', { params: { id: film } }, admin.token)).metadata;
  const signed = new URL(
    (await api.request('uploads.get-source', { params: { id: film } }, admin.token)).headers.location ?? '',
  );
  const origins = [openRawHttp(signed.origin), openRawHttp(operator.settings.endpoint)];
  const { media, uploads } = operator.buckets;
  const objects = [
    `/${media}${files[0]}`,
    `/${media}${files.at(-1)}`,
    `/${uploads}/${s3Key}`,
    `/${media}/media/${film}/`,
  ];
  const lists = [media, uploads].flatMap((bucket) =>
    ['', '?list-type=2', '?versions', '?uploads', '?policy', '?acl', '?location'].map((query) => `/${bucket}${query}`),
  );
  const headers: readonly Record<string, string>[] = [
    {},
    { cookie: cookieHeader(real) },
    { authorization: `Bearer ${admin.token}` },
    { 'x-amz-request-payer': 'requester' },
    {
      authorization: [
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20260101/us-east-1/s3/aws4_request',
        'SignedHeaders=host',
        'Signature=00',
      ].join(', '),
      'x-amz-date': '20260101T000000Z',
      'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    },
    {
      authorization: [
        `AWS4-HMAC-SHA256 Credential=${operator.settings.credentials.accessKeyId}/20260101/us-east-1/s3/aws4_request`,
        'SignedHeaders=host',
        `Signature=${'0'.repeat(64)}`,
      ].join(', '),
      'x-amz-date': '20260101T000000Z',
      'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    },
  ];
  const wrong: string[] = [];
  for (const origin of origins) {
    for (const path of [...objects, ...lists, '/']) {
      for (const [index, header] of headers.entries()) {
        for (const method of ['GET', 'HEAD', ...(index === 0 ? ['PUT', 'DELETE', 'POST'] : [])]) {
          const { status } = await origin.send(path, { method, headers: header });
          if (status !== 403) wrong.push(`${method} ${path} ${index}: ${status}`);
        }
      }
    }
  }
  const path = `${signed.pathname}${signed.search}`;
  const altered = {
    'another key': path.replace(s3Key ?? '', `uploads/${song}/x`),
    'another bucket': path.replace(uploads, media),
    'another version': path.replace(/versionId=[^&]+/, 'versionId=null'),
    'no version': path.replace(/&?versionId=[^&]+/, ''),
    'another name': path.replace('rabbit', 'rabbi'),
    'a longer life': path.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800'),
    'an earlier date': path.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20200101'),
    'another signer': path.replace(
      /X-Amz-Credential=[^%]+/,
      `X-Amz-Credential=${operator.settings.credentials.accessKeyId}`,
    ),
    'no signature': path.replace(/&?X-Amz-Signature=[^&]+/, ''),
    'a signature of zeros': path.replace(/X-Amz-Signature=[^&]+/, `X-Amz-Signature=${'0'.repeat(64)}`),
    'one parameter more': `${path}&response-content-type=text/html`,
  };
  const [first] = origins;
  for (const [name, changed] of Object.entries(altered)) {
    expect([name, changed === path]).toEqual([name, false]);
    const { status } = (await first?.send(changed)) ?? { status: 0 };
    if (status !== 403 && status !== 400) wrong.push(`${name}: ${status}`);
  }
  for (const method of ['PUT', 'DELETE', 'POST']) {
    const { status } = (await first?.send(path, { method })) ?? { status: 0 };
    if (status !== 403) wrong.push(`${method} with the download URL: ${status}`);
  }
  expect((await first?.send(path))?.bytes.equals(source)).toBe(true);
  for (const origin of origins) origin.close();
  expect(wrong).toEqual([]);
});

it('gives the source file to administrators, and says to others that there is no such item', async () => {
  const getSource = (token?: string) => api.request('uploads.get-source', { params: { id: film } }, token);
  expect(errorCodeOf(await getSource())).toBe('gateway 401');
  expect(errorCodeOf(await getSource(listener.token))).toBe('content_not_found');
  expect(errorCodeOf(await getSource(moderator.token))).toBe('content_not_found');
  const response = await getSource(admin.token);
  expect([response.status, response.text, response.headers['cache-control']]).toEqual([302, '', 'no-store']);
});

it('shows posters of published items only', async () => {
  const version = versionOf(folder);
  for (const still of ['poster', 'thumbnail']) {
    const { status, headers, bytes } = await get(poster(film, version, still));
    expect([status, headers['content-type'], bytes.subarray(0, 2).toString('hex')]).toEqual([
      200,
      'image/jpeg',
      'ffd8',
    ]);
  }
  expect((await get(poster(film, 'x'))).status).toBe(403);
  expect((await get(`/posters/${film}/${version}/../../../media/${film}/${version}/480/index.m3u8`)).status).toBe(403);
  await edit(film, { status: 'draft' });
  for (const still of ['poster', 'thumbnail']) expect((await get(poster(film, version, still))).status).toBe(403);
  expect(errorCodeOf(await play(film, listener))).toBe('content_not_found');
  await edit(film, { status: 'published' });
  expect((await get(poster(film, version))).status).toBe(200);
});

it('delivers nothing that the analysis stores, not even with cookies of the item', async () => {
  const version = versionOf(folder);
  const key = `analysis/${film}/${version}/secret.txt`;
  await operator.s3.send(new PutObjectCommand({ Bucket: operator.buckets.media, Key: key, Body: SECRET }));
  for (const path of [
    `/${key}`,
    `/media/../${key}`,
    `/media/${film}/${version}/../../../${key}`,
    `/posters/../${key}`,
  ]) {
    const { text } = await get(path, real);
    expect([path, text.includes(SECRET)]).toEqual([path, false]);
  }
});

it('serves nothing of a deleted item, even with cookies that are still valid', async () => {
  expect((await get(files[0] ?? '', real)).status).toBe(200);
  for (const id of [film, song]) await api.call('content.delete-content', { params: { id } }, admin.token);
  expect(errorCodeOf(await play(film, listener))).toBe('content_not_found');
  expect(errorCodeOf(await api.request('uploads.get-source', { params: { id: film } }, admin.token))).toBe(
    'content_not_found',
  );
  await waitFor('all objects to go', async () =>
    [...(await operator.objects('uploads')), ...(await operator.objects('media'))].some((object) =>
      [film, song].some((id) => object.includes(id)),
    )
      ? undefined
      : true,
  );
  // The last part of the removal: the CDN has dropped its copies before.
  await waitFor('the quota', async () => ((await used()) === usedBefore ? true : undefined));
  for (const path of [...files, poster(film, versionOf(folder))])
    expect([path, (await get(path, real)).status]).toEqual([path, 403]);
  expect((await operator.productScans()) - scansBefore).toBe(0);
});
