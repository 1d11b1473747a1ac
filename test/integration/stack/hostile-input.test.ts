import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import type { EndpointKey } from '../../../lambdas/contract/index.ts';
import { CategoryId } from '../../../lambdas/contract/shared.ts';
import { historyEntity } from '../../../lambdas/data/history-repository.ts';
import { headersFor, openApi, pathOf, refusalOf, type Api, type LooseInput, type RefusalName } from '../../support/api.ts';
import { contentItem, someContent } from '../../support/content.ts';
import { forgedTokens } from '../../support/forged-tokens.ts';
import { hostileIds, hostileValues, traversals } from '../../support/hostile.ts';
import { startLocalStack, type LocalStack } from '../../support/local-stack.ts';
import { openOperator, settled, type Operator } from '../../support/operator.ts';
import { inTurns, openRawHttp, type RawAnswer } from '../../support/raw-http.ts';
import { openAccounts, type Accounts, type Person } from '../../support/sign-in.ts';

jest.setTimeout(120_000);

const CONTENTS = 12;
/** A path segment that is resolved away. */
const DOTS = /^(\.|%2e){1,2}(\/|$)/i;
const CANARY = 'canary-3f9c1e77-never-to-be-served';
const work = mkdtempSync(join(tmpdir(), 'soundstage-hostile-'));
const dataFolder = join(work, 'data');

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let admin: Person;
let listener: Person;
let uploadsUrl: string;
let page: string;
const contents = Array.from({ length: CONTENTS }, (_, index) =>
  someContent({ created_at: `2026-01-01T00:00:00.0${String(10 + index)}Z`, content_type: index % 2 ? 'music' : 'video' }));
const [first = someContent()] = contents;

beforeAll(async () => {
  stack = await startLocalStack({ dataFolder });
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  [admin, listener] = await Promise.all([accounts.demo('admin'), accounts.demo('listener')]);
  await operator.put(
    ...contents.map(contentItem),
    ...contents.map(({ id, title, artist, content_type, creator_id, creator_name }, index) =>
      historyEntity.toItem({ user_id: listener.id, content_id: id, watched_at: `2026-02-01T00:00:00.0${10 + index}Z`, title, artist, content_type, thumbnail_url: null, creator_id, creator_name })),
  );
  const upload = await api.call('uploads.s3-upload-url', { body: { fileName: 'a.mp4', fileType: 'video/mp4', fileSize: 10 } }, admin.token);
  if (!('uploadUrl' in upload)) throw new Error('No single PUT');
  page = (await api.send('/index.html')).text;
  uploadsUrl = new URL(upload.uploadUrl).origin;
  await api.call('uploads.s3-upload-url', { body: { action: 'abort', s3Key: upload.s3Key } }, admin.token);
});

afterAll(async () => {
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
  rmSync(work, { recursive: true, force: true });
});

/** Dots are resolved before a behaviour is chosen, as CloudFront does: such a path leaves the API and is the site's to answer. */
const leavesTheApi = ({ status, headers, text }: RawAnswer): boolean => text === page || (status === 403 && headers['content-type'] === 'application/xml');

/** Runs refused calls and proves that none changed anything. Answers how often each refusal came. */
const allRefused = async <T>(
  inputs: readonly T[], send: (input: T) => Promise<RawAnswer>, expected: ReadonlySet<RefusalName> | ((input: T) => RefusalName),
): Promise<Readonly<Record<string, number>>> => {
  const before = await settled(operator);
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  await inTurns(inputs, async (input) => {
    const answer = await send(input);
    const told = (what: string): void => void wrong.push(`${JSON.stringify(input).slice(0, 160)}: ${what}`);
    if (DOTS.test((input as { id?: string }).id ?? '') && leavesTheApi(answer)) return;
    try {
      const name = refusalOf(answer);
      counts[name] = (counts[name] ?? 0) + 1;
      if (typeof expected === 'function' ? expected(input) !== name : !expected.has(name)) told(name);
    } catch (error) {
      told((error as Error).message);
    }
  });
  expect(wrong).toEqual([]);
  expect(await operator.stateHash()).toBe(before);
  return counts;
};

describe('tokens', () => {
  it('lets in none that is expired, foreign or a trick', async () => {
    const { control, hostile } = await forgedTokens(dataFolder, admin);
    const doors: readonly (readonly [EndpointKey, LooseInput])[] = [
      ['account.get-me', {}],
      ['catalog.list-content', {}],
      ['catalog.create-category', { body: { name: 'Forged' } }],
    ];
    for (const door of doors.slice(0, 2)) expect((await api.ask(...door, control)).status).toBe(200);
    const cases = hostile.flatMap((header) => doors.map(([key, input]) => ({ key, input, ...header })));
    const counts = await allRefused(
      cases,
      ({ key, input, header }) => api.ask(key, input, undefined, { authorization: header }),
      new Set(['gateway 401', 'token_invalid', 'unauthenticated']),
    );
    console.log(`${hostile.length} hostile tokens at ${doors.length} doors:`, counts);
    expect(hostile.length).toBeGreaterThanOrEqual(60);
  });

  it('takes none from a query or a cookie', async () => {
    const places: readonly (readonly [string, Record<string, string>])[] = [
      [`/api/me?access_token=${admin.token}`, {}], [`/api/me?authorization=Bearer%20${admin.token}`, {}], ['/api/me', { cookie: `authorization=${admin.token}; accessToken=${admin.token}` }],
      ['/api/me', { 'x-authorization': `Bearer ${admin.token}` }], ['/api/me', { 'proxy-authorization': `Bearer ${admin.token}` }],
    ];
    await allRefused(places, ([path, headers]) => api.send(path, { headers }), new Set(['gateway 401']));
  });
});

describe('ids', () => {
  const key = 'uploads.s3-upload-url';
  const edit = { revision: 1, title: 'Changed' };
  const inPaths: readonly (readonly [EndpointKey, unknown])[] = [
    ['catalog.get-content', undefined], ['content.update-content', edit], ['content.delete-content', undefined], ['uploads.get-source', undefined],
    ['playback.count-view', { play_id: `ply_${ulid()}` }],
  ];
  const inBodies: readonly (readonly [EndpointKey, (id: unknown) => LooseInput])[] = [
    ['playback.get-media-url', (contentId) => ({ body: { contentId } })],
    ['playback.get-media-url', (playId) => ({ body: { contentId: first.id, playId } })],
    ['playback.count-view', (play_id) => ({ params: { id: first.id }, body: { play_id } })],
    ['history.record-history', (content_id) => ({ body: { content_id } })],
    ['transcoding.aws-conversion-v3', (contentId) => ({ body: { contentId, restart: true } })],
    ['content.create-content', (s3Key) => ({ body: { title: 'x', s3Key } })],
    ['content.create-content', (category_id) => ({ body: { title: 'x', s3Key: `uploads/${first.id}/x`, category_id } })],
    [key, (s3Key) => ({ body: { action: 'sign', s3Key, partNumbers: [1] } })],
    [key, (s3Key) => ({ body: { action: 'complete', s3Key } })],
    [key, (s3Key) => ({ body: { action: 'abort', s3Key } })],
    [key, (id) => ({ body: { action: 'complete', s3Key: `uploads/${typeof id === 'string' ? id : 'x'}/${ulid()}` } })],
    [key, (action) => ({ body: { action, s3Key: `uploads/${first.id}/x` } })],
  ];
  const inQueries: readonly (readonly [EndpointKey, string])[] = [
    ['catalog.list-content', 'category_id'], ['catalog.list-content', 'content_type'], ['catalog.list-content', 'cursor'],
    ['content.list-all-content', 'status'], ['content.list-all-content', 'limit'], ['history.list-history', 'cursor'],
  ];
  const expected: ReadonlySet<RefusalName> = new Set([
    'validation_failed', 'content_not_found', 'upload_not_found', 'invalid_cursor', 'gateway 400', 'gateway 404',
  ]);

  it('answers hostile ones in paths 400 or 404, and touches nothing', async () => {
    const raw = ['..', '.', '%2e%2e', '%zz', '%', '..%2f..%2fme', '%2e%2e%2fme', '../me', '..;/me', '%c0%ae', '//', '/%00'];
    const cases = inPaths.flatMap(([endpoint, body]) => [
      ...hostileIds.map((id) => ({ endpoint, body, id: encodeURIComponent(id) })),
      ...raw.map((id) => ({ endpoint, body, id })),
    ]);
    const methods = { 'catalog.get-content': 'GET', 'content.update-content': 'PATCH', 'content.delete-content': 'DELETE', 'uploads.get-source': 'GET', 'playback.count-view': 'POST' } as Readonly<Record<string, string>>;
    const counts = await allRefused(
      // Longer than a server's headers may be together, a path is refused before anything of ours sees it.
      cases.filter(({ id }) => id.length < 15_000),
      ({ endpoint, body, id }) =>
        api.send(pathOf(endpoint, { params: { id: 'ID' } }).replace('ID', () => id), {
          method: methods[endpoint] ?? '',
          headers: headersFor(admin.token, body !== undefined),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      expected,
    );
    console.log(`${hostileIds.length} + ${raw.length} ids in ${inPaths.length} paths:`, counts);
  });

  it('answers hostile ones in bodies 400 or 404, and touches nothing', async () => {
    const valid = (endpoint: EndpointKey, input: LooseInput): boolean =>
      // A category of null is none, which is right; a record is refused all the same, because there is no such upload.
      endpoint === 'content.create-content' && (input.body as { category_id?: unknown }).category_id === null;
    const cases = inBodies.flatMap(([endpoint, make]) => [...hostileIds, ...hostileValues].map((id) => ({ endpoint, input: make(id) })));
    const counts = await allRefused(cases.filter(({ endpoint, input }) => !valid(endpoint, input)), ({ endpoint, input }) => api.ask(endpoint, input, admin.token), expected);
    console.log(`${hostileIds.length + hostileValues.length} ids in ${inBodies.length} bodies:`, counts);
  });

  it('answers hostile ones in queries 400, and touches nothing', async () => {
    const cases = inQueries.flatMap(([endpoint, name]) =>
      hostileIds
        // Digits in range are a limit, and an unknown category has no content.
        .filter((id) => id.length < 5000 && !(name === 'limit' && Number(id) >= 1 && Number(id) <= 100) && !(name === 'category_id' && CategoryId.safeParse(id).success))
        .map((id) => ({ endpoint, query: { [name]: id } })));
    const strange = [{ limit: '0' }, { limit: '101' }, { limit: '1.5' }, { unknown: 'x' }, { status: 'draft' }, { pk: 'USER#x' }, { 'limit[]': '1' }, { __proto__x: '1' }]
      .map((query) => ({ endpoint: 'catalog.list-content' as const, query: query as Record<string, string> }));
    const counts = await allRefused([...cases, ...strange], ({ endpoint, query }) => api.ask(endpoint, { query }, admin.token), expected);
    console.log(`${hostileIds.length} texts in ${inQueries.length} queries:`, counts);
    await allRefused(['limit=1&limit=2', 'cursor=&cursor=', 'content_type=video&content_type=music'], (query) => api.send(`/api/content?${query}`, { headers: headersFor(admin.token, false) }), expected);
  });

  it('answers an unknown id 404 wherever one goes', async () => {
    const id = `cnt_${ulid()}`;
    const s3Key = `uploads/${id}/${ulid()}`;
    const play_id = `ply_${ulid()}`;
    const unknown: readonly (readonly [EndpointKey, LooseInput, RefusalName, Person])[] = [
      ['catalog.get-content', { params: { id } }, 'content_not_found', listener],
      ['content.update-content', { params: { id }, body: edit }, 'content_not_found', admin],
      ['content.update-content', { params: { id: first.id }, body: { revision: 1, category_id: `cat_${ulid()}` } }, 'category_not_found', admin],
      ['content.delete-content', { params: { id } }, 'content_not_found', admin],
      ['uploads.get-source', { params: { id } }, 'content_not_found', admin],
      ['playback.get-media-url', { body: { contentId: id } }, 'content_not_found', listener],
      ['playback.count-view', { params: { id: first.id }, body: { play_id } }, 'content_not_found', listener],
      ['playback.count-view', { params: { id }, body: { play_id } }, 'content_not_found', listener],
      ['history.record-history', { body: { content_id: id } }, 'content_not_found', listener],
      ['transcoding.aws-conversion-v3', { body: { contentId: id } }, 'content_not_found', admin],
      ['transcoding.aws-conversion-v3', { body: { contentId: id, restart: true } }, 'content_not_found', admin],
      ['content.create-content', { body: { title: 'x', s3Key } }, 'upload_not_found', admin],
      ...(['sign', 'complete', 'abort'] as const).map((action) => [key, { body: { action, s3Key, ...(action === 'sign' ? { partNumbers: [1] } : {}) } }, 'upload_not_found', admin] as const),
    ];
    await allRefused(unknown, ([endpoint, input, , { token }]) => api.ask(endpoint, input, token), ([, , name]) => name);
  });
});

describe('cursors', () => {
  it('takes only its own, whole and in its own list', async () => {
    const lists: readonly (readonly [EndpointKey, Record<string, string>, Person])[] = [
      ['catalog.list-content', {}, listener], ['catalog.list-content', { content_type: 'video' }, listener],
      ['content.list-all-content', {}, admin], ['history.list-history', {}, listener],
    ];
    const cursors = await Promise.all(lists.map(async ([endpoint, query, { token }]) => {
      const page = JSON.parse((await api.ask(endpoint, { query: { ...query, limit: '2' } }, token)).text) as { next_cursor: string };
      return page.next_cursor;
    }));
    const cases: { endpoint: EndpointKey; query: Record<string, string>; token: string }[] = [];
    for (const [index, [endpoint, query, { token }]] of lists.entries()) {
      const cursor = cursors[index] ?? '';
      expect((await api.ask(endpoint, { query: { ...query, cursor } }, token)).status).toBe(200);
      const bytes = Buffer.from(cursor, 'base64url');
      const tampered = [
        ...Array.from(bytes, (_, at) => Buffer.from(bytes.map((byte, other) => (other === at ? byte ^ (1 << at % 8) : byte))).toString('base64url')),
        bytes.subarray(0, -1).toString('base64url'), bytes.subarray(1).toString('base64url'), bytes.subarray(0, 32).toString('base64url'), bytes.subarray(32).toString('base64url'),
        Buffer.concat([bytes, bytes]).toString('base64url'), Buffer.concat([bytes, Buffer.from(' ')]).toString('base64url'), `${cursor}=`, `${cursor}A`, ` ${cursor}`, bytes.toString('base64').replace(/=*$/, '=='),
        Buffer.concat([Buffer.alloc(32), bytes.subarray(32)]).toString('base64url'), 'A'.repeat(1024), 'A'.repeat(1025), 'null', '0', '',
        ...cursors.filter((other) => other !== cursor),
      ];
      cases.push(...tampered.map((text) => ({ endpoint, query: { ...query, cursor: text }, token })));
    }
    const [, , , historyCursor = ''] = cursors;
    cases.push({ endpoint: 'history.list-history', query: { cursor: historyCursor }, token: admin.token });
    cases.push({ endpoint: 'catalog.list-content', query: { content_type: 'music', cursor: cursors[1] ?? '' }, token: listener.token });
    const counts = await allRefused(cases, ({ endpoint, query, token }) => api.ask(endpoint, { query }, token), new Set(['invalid_cursor', 'validation_failed']));
    console.log(`${cases.length} tampered and foreign cursors:`, counts);
  });
});

describe('paths of files', () => {
  it('serves nothing from outside, however the way up is written', async () => {
    const targets = [join(work, 'canary.txt'), join(dataFolder, 'canary.txt'), join(dataFolder, 'endpoint.json'), '/etc/passwd', 'canary.txt'];
    for (const folder of [work, dataFolder]) writeFileSync(join(folder, 'canary.txt'), CANARY);
    const { env } = JSON.parse(readFileSync(join(dataFolder, 'endpoint.json'), 'utf8')) as { env: Record<string, string> };
    const secrets = [CANARY, String(env['AWS_SECRET_ACCESS_KEY']), 'root:x:', 'soundstage.local'];
    const site = openRawHttp(stack.url);
    const uploads = openRawHttp(uploadsUrl);
    const { media, uploads: uploadsBucket } = operator.buckets;
    const doors = [
      ...['/', '/assets/', '/media/', `/media/${first.id}/v1/480/`, '/posters/', `/posters/${first.id}/v1/`, '/api/', '/_local/', '/_local/mail/', '/_local/invoke/'].map((prefix) => ({ http: site, prefix })),
      ...['/', `/${uploadsBucket}/`, `/${uploadsBucket}/uploads/`, `/${media}/`, `/${media}/posters/`].map((prefix) => ({ http: uploads, prefix })),
    ];
    const paths = targets.flatMap(traversals);
    const cases = doors.flatMap((door) => paths.map((path) => ({ ...door, path: door.prefix + path })));
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    const before = await settled(operator);
    await inTurns(cases, async ({ http, prefix, path }) => {
      const { status, text } = await http.send(path);
      counts[status] = (counts[status] ?? 0) + 1;
      const isPage = http === site && text === page;
      const isMail = prefix === '/_local/mail/' && status === 200 && text === '[]';
      const leaks = secrets.some((secret) => text.includes(secret));
      if (leaks || !((status >= 400 && status <= 499) || (status === 200 && (isPage || isMail)))) wrong.push(`${path}: ${status} ${leaks ? 'leaks' : text.slice(0, 80)}`);
    });
    for (const http of [site, uploads]) http.close();
    console.log(`${paths.length} paths at ${doors.length} doors:`, counts);
    if (wrong.length > 0) console.log(stack.output().slice(-4000));
    expect(wrong).toEqual([]);
    expect(await operator.stateHash()).toBe(before);
  });
});

it('was answered without a scan', async () => {
  expect(await operator.productScans()).toBe(0);
});
