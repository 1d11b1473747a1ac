import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorTable, type ErrorCode } from '../../../lambdas/contract/errors.ts';
import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import {
  headersFor,
  openApi,
  pathOf,
  refusalOf,
  type Api,
  type LooseInput,
  type RefusalName,
} from '../../support/api.ts';
import { contentItem, someContent } from '../../support/content.ts';
import { forgedTokens } from '../../support/attacks/forged-tokens.ts';
import { endpointRows, type Row } from '../../support/rows/endpoint-rows.ts';
import {
  callWith,
  isTaken,
  inputFieldsOf,
  rightValue,
  unknownId,
  type InputField,
} from '../../support/attacks/hostile-fields.ts';
import { hostileIds, hostileTexts, hostileValues, traversals } from '../../support/attacks/hostile.ts';
import { startLocalStack, waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, settled, type Operator } from '../../support/stack/operator.ts';
import { inTurns, openRawHttp, type RawAnswer } from '../../support/attacks/raw-http.ts';
import { openAccounts, type Accounts, type Person } from '../../support/stack/sign-in.ts';

jest.setTimeout(120_000);

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
let rows: readonly Row[];
const first = someContent();

beforeAll(async () => {
  stack = await startLocalStack({ dataFolder });
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  [admin, listener] = await Promise.all([accounts.demo('admin'), accounts.demo('listener')]);
  const {
    items: [category],
  } = await api.call('catalog.list-categories', {}, admin.token);
  const made = endpointRows(category?.id ?? '', { owner: listener.id, reader: listener.id, keeper: admin.id });
  rows = made.rows;
  await operator.put(contentItem(first), ...made.stored);
  const upload = await api.call(
    'uploads.s3-upload-url',
    { body: { fileName: 'a.mp4', fileType: 'video/mp4', fileSize: 10 } },
    admin.token,
  );
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

/**
 * Dots are resolved before a behavior is chosen, as CloudFront does: such a path leaves the API and is the site's to
 * answer.
 */
const leavesTheApi = ({ status, headers, text }: RawAnswer): boolean =>
  text === page || (status === 403 && headers['content-type'] === 'application/xml');

/** Runs refused calls and proves that none changed anything. Answers how often each refusal came. */
const allRefused = async <T>(
  inputs: readonly T[],
  send: (input: T) => Promise<RawAnswer>,
  expected: ReadonlySet<RefusalName> | ((input: T) => RefusalName),
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
    // One for each function and guard: a function verifies by itself where the gateway does not.
    const guardOf = ({ key }: Row): string => `${key.split('.')[0]} ${endpoints[key].auth}`;
    const doors = [
      ...new Map(
        rows
          .filter(({ key }) => !['public', 'signature'].includes(endpoints[key].auth))
          .reverse()
          .map((row) => [guardOf(row), row]),
      ).values(),
    ];
    const open = doors.filter(({ key }) => endpoints[key].method === 'GET');
    expect(open.length).toBeGreaterThan(2);
    for (const { key, input, success } of open)
      expect([key, (await api.ask(key, input, control)).status]).toEqual([key, success]);
    const cases = hostile.flatMap((header) => doors.map(({ key, input }) => ({ key, input, ...header })));
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
      [`/api/me?access_token=${admin.token}`, {}],
      [`/api/me?authorization=Bearer%20${admin.token}`, {}],
      ['/api/me', { cookie: `authorization=${admin.token}; accessToken=${admin.token}` }],
      ['/api/me', { 'x-authorization': `Bearer ${admin.token}` }],
      ['/api/me', { 'proxy-authorization': `Bearer ${admin.token}` }],
    ];
    await allRefused(places, ([path, headers]) => api.send(path, { headers }), new Set(['gateway 401']));
  });
});

/** They take numbers and switches only. */
const TEXTLESS: ReadonlySet<EndpointKey> = new Set(['history.get-queue', 'history.update-settings']);

/** What is asked for is a person's own record of a content, or a job over contents: that there is none is an answer. */
const NONE_ANSWERS: ReadonlySet<EndpointKey> = new Set([
  'history.get-position',
  'history.delete-entry',
  'history.save-queue',
  'bulk.preview-job',
  'bulk.create-job',
]);

describe('ids', () => {
  /** What no refusal of an id may be: found out, let in, or broken. */
  const lost: ReadonlySet<RefusalName> = new Set(
    (Object.keys(errorTable) as ErrorCode[]).filter((code) => [400, 404].includes(errorTable[code].status)),
  );
  const expected: ReadonlySet<RefusalName> = new Set([...lost, 'gateway 400', 'gateway 404']);
  /** Variants that differ in nothing but their values add nothing. */
  const places = () => [
    ...new Map(
      inputFieldsOf(rows).map((place) => [
        `${place.row.key} ${Object.keys((place.row.input.body ?? {}) as object).join()} ${place.part} ${place.field}`,
        place,
      ]),
    ).values(),
  ];
  const nameOf = ({ row, part, field }: InputField): string => `${row.key} ${row.variant ?? ''} ${part}.${field}`;
  /** What is almost an id is no trick on what is none, such as a language. */
  const textsFor = ({ isId }: InputField): readonly string[] => (isId ? hostileIds : hostileTexts);
  const send = (place: InputField, value: unknown) => api.ask(place.row.key, callWith(place, value), admin.token);

  it('finds the places of every endpoint that takes anything', () => {
    const found = new Set(places().map(({ row }) => row.key));
    const taking = (Object.keys(endpoints) as EndpointKey[]).filter(
      (key) => !TEXTLESS.has(key) && ['params', 'query', 'body'].some((part) => part in endpoints[key]),
    );
    expect([...found].sort()).toEqual(taking.sort());
    expect(hostileIds.length).toBeGreaterThanOrEqual(500);
    // A step is one of few names, a language is its own tag, and neither is an id.
    for (const key of Object.keys(endpoints) as EndpointKey[])
      for (const [, name] of endpoints[key].path.matchAll(/\{(\w+)\}/g))
        expect([
          key,
          name,
          places().some(
            ({ row, part, field, isId }) =>
              row.key === key &&
              part === 'params' &&
              field === name &&
              (isId || name === 'step' || name === 'language'),
          ),
        ]).toEqual([key, name, true]);
  });

  it('answers hostile ones in paths 400 or 404, and touches nothing', async () => {
    const raw = [
      '..',
      '.',
      '%2e%2e',
      '%zz',
      '%',
      '..%2f..%2fme',
      '%2e%2e%2fme',
      '../me',
      '..;/me',
      '%c0%ae',
      '//',
      '/%00',
    ];
    const inPaths = places().filter(({ part }) => part === 'params');
    const cases = inPaths.flatMap((place) =>
      [...textsFor(place).map(encodeURIComponent), ...raw].map((id) => ({ place, id })),
    );
    const counts = await allRefused(
      // Longer than a server's headers may be together, a path is refused before anything of ours sees it.
      cases.filter(({ id }) => id.length < 15_000),
      ({ place, id }) =>
        api.send(
          pathOf(place.row.key, callWith(place, 'HERE')).replace('HERE', () => id),
          {
            method: endpoints[place.row.key].method,
            headers: headersFor(admin.token, place.row.input.body !== undefined),
            ...(place.row.input.body === undefined ? {} : { body: JSON.stringify(place.row.input.body) }),
          },
        ),
      expected,
    );
    console.log(`${cases.length} ids in ${inPaths.length} paths:`, counts);
  });

  it('answers hostile ones in bodies 400 or 404, and touches nothing', async () => {
    const inBodies = places().filter(({ part, isId }) => part === 'body' && isId);
    const values = [...hostileIds, ...hostileValues];
    // A category of null is none, which is right.
    const cases = inBodies.flatMap((place) =>
      values.filter((value) => typeof value === 'string' || !isTaken(place, value)).map((value) => ({ place, value })),
    );
    const counts = await allRefused(cases, ({ place, value }) => send(place, value), expected);
    console.log(`${values.length} values in ${inBodies.length} ids of bodies:`, counts);
  });

  it('answers hostile ones in queries 400, and touches nothing', async () => {
    const inQueries = places().filter(({ part }) => part === 'query');
    // What is no id is a word of a list, or a right id of something that does not exist, which no list has.
    const cases = inQueries.flatMap((place) =>
      textsFor(place)
        .filter((id) => id.length < 5000 && (place.field.endsWith('ursor') || !isTaken(place, id)))
        .map((value) => ({ place, value })),
    );
    const counts = await allRefused(
      cases,
      ({ place, value }) => send(place, value),
      new Set(['validation_failed', 'invalid_cursor']),
    );
    console.log(`${cases.length} texts in ${inQueries.length} queries:`, counts);
    const lists = [...new Set(inQueries.map(({ row }) => row.key))];
    const strange = [
      { limit: '0' },
      { limit: '101' },
      { limit: '1.5' },
      { unknown: 'x' },
      { pk: 'USER#x' },
      { 'limit[]': '1' },
      { __proto__x: '1' },
    ] as readonly Record<string, string>[];
    await allRefused(
      lists.flatMap((key) => strange.map((query) => ({ key, query }))),
      ({ key, query }) => api.ask(key, { query }, admin.token),
      expected,
    );
    const twice = ['limit=1&limit=2', 'cursor=&cursor='];
    await allRefused(
      lists.flatMap((key) => twice.map((query) => ({ key, query }))),
      ({ key, query }) => api.send(`${endpoints[key].path}?${query}`, { headers: headersFor(admin.token, false) }),
      expected,
    );
  });

  it('answers what the contract does not take in any other text, and touches nothing', async () => {
    const others = places().filter(({ part, isId }) => part === 'body' && !isId);
    const cases = others.flatMap((place) =>
      [...hostileValues, ...hostileTexts].filter((value) => !isTaken(place, value)).map((value) => ({ place, value })),
    );
    const counts = await allRefused(cases, ({ place, value }) => send(place, value), new Set(['validation_failed']));
    console.log(`${cases.length} wrong values in ${others.length} other texts:`, counts);
  });

  it('answers an unknown id 404 wherever one goes', async () => {
    const cases = inputFieldsOf(rows).flatMap((place) => {
      const value =
        place.isId && place.part !== 'query' && !NONE_ANSWERS.has(place.row.key)
          ? unknownId(rightValue(place))
          : undefined;
      return value === undefined ? [] : [{ place, value, name: nameOf(place) }];
    });
    const missing = new Set((Object.keys(errorTable) as ErrorCode[]).filter((code) => code.endsWith('_not_found')));
    const byWhom = ({ row }: InputField): Person =>
      ['admin', 'moderator'].includes(endpoints[row.key].auth) ? admin : listener;
    const counts = await allRefused(
      cases,
      ({ place, value }) => api.ask(place.row.key, callWith(place, value), byWhom(place).token),
      missing,
    );
    console.log(`${cases.length} unknown ids:`, counts);
    expect(cases.length).toBeGreaterThan(10);
  });
});

/** What names a list: of its row's call everything but the place in it. */
const listOf = ({ input: { params, query = {} } }: Row): LooseInput => {
  const filters = Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'limit');
  return { ...(params ? { params } : {}), query: Object.fromEntries(filters) };
};

describe('cursors', () => {
  it('takes only its own, whole and in its own list', async () => {
    const byWhom = (key: EndpointKey): Person =>
      ['admin', 'moderator'].includes(endpoints[key].auth) ? admin : listener;
    const paged = [
      ...new Map(
        inputFieldsOf(rows)
          .filter(({ part, field }) => part === 'query' && field === 'cursor')
          .reverse()
          .map(({ row }) => [row.key, listOf(row)]),
      ).entries(),
    ];
    // The same list by another filter is another list.
    const lists: readonly (readonly [EndpointKey, LooseInput, Person])[] = [
      ...paged.map(([key, list]) => [key, list, byWhom(key)] as const),
      ['catalog.list-content', { query: { content_type: 'video' } }, listener],
    ];
    const cursors = await Promise.all(
      lists.map(([endpoint, input, { token }]) =>
        // What is searched follows the table a moment later.
        waitFor(`a second page of ${endpoint}, whose row must store two items`, async () => {
          const answer = await api.ask(endpoint, { ...input, query: { ...input.query, limit: '1' } }, token);
          expect(answer.status).toBe(200);
          return (JSON.parse(answer.text) as { next_cursor: string | null }).next_cursor ?? undefined;
        }),
      ),
    );
    const cases: { endpoint: EndpointKey; input: LooseInput; token: string }[] = [];
    for (const [index, [endpoint, input, { token }]] of lists.entries()) {
      const cursor = cursors[index] ?? '';
      expect((await api.ask(endpoint, { ...input, query: { ...input.query, cursor } }, token)).status).toBe(200);
      const bytes = Buffer.from(cursor, 'base64url');
      const tampered = [
        ...Array.from(bytes, (_, at) =>
          Buffer.from(bytes.map((byte, other) => (other === at ? byte ^ (1 << (at % 8)) : byte))).toString('base64url'),
        ),
        bytes.subarray(0, -1).toString('base64url'),
        bytes.subarray(1).toString('base64url'),
        bytes.subarray(0, 32).toString('base64url'),
        bytes.subarray(32).toString('base64url'),
        Buffer.concat([bytes, bytes]).toString('base64url'),
        Buffer.concat([bytes, Buffer.from(' ')]).toString('base64url'),
        `${cursor}=`,
        `${cursor}A`,
        ` ${cursor}`,
        bytes.toString('base64').replace(/=*$/, '=='),
        Buffer.concat([Buffer.alloc(32), bytes.subarray(32)]).toString('base64url'),
        'A'.repeat(1024),
        'A'.repeat(1025),
        'null',
        '0',
        '',
        ...cursors.filter((other) => other !== cursor),
      ];
      cases.push(
        ...tampered.map((text) => ({ endpoint, input: { ...input, query: { ...input.query, cursor: text } }, token })),
      );
    }
    // Of another person: what a list shows to its caller alone is nobody else's to go on with.
    const historyCursor = cursors[paged.findIndex(([key]) => key === 'history.list-history')] ?? '';
    cases.push({ endpoint: 'history.list-history', input: { query: { cursor: historyCursor } }, token: admin.token });
    cases.push({
      endpoint: 'catalog.list-content',
      input: { query: { content_type: 'music', cursor: cursors.at(-1) ?? '' } },
      token: listener.token,
    });
    const counts = await allRefused(
      cases,
      ({ endpoint, input, token }) => api.ask(endpoint, input, token),
      new Set(['invalid_cursor', 'validation_failed']),
    );
    console.log(`${cases.length} tampered and foreign cursors of ${lists.length} lists:`, counts);
  });
});

describe('paths of files', () => {
  it('serves nothing from outside, however the way up is written', async () => {
    const targets = [
      join(work, 'canary.txt'),
      join(dataFolder, 'canary.txt'),
      join(dataFolder, 'endpoint.json'),
      '/etc/passwd',
      'canary.txt',
    ];
    for (const folder of [work, dataFolder]) writeFileSync(join(folder, 'canary.txt'), CANARY);
    const { env } = JSON.parse(readFileSync(join(dataFolder, 'endpoint.json'), 'utf8')) as {
      env: Record<string, string>;
    };
    const secrets = [CANARY, String(env['AWS_SECRET_ACCESS_KEY']), 'root:x:', 'soundstage.local'];
    const site = openRawHttp(stack.url);
    const uploads = openRawHttp(uploadsUrl);
    const { media, uploads: uploadsBucket } = operator.buckets;
    const { Resources } = JSON.parse(readFileSync(join(dataFolder, 'cdk.out', 'Web.template.json'), 'utf8')) as {
      Resources: Record<
        string,
        { Type: string; Properties: { DistributionConfig?: { CacheBehaviors?: { PathPattern: string }[] } } }
      >;
    };
    const distribution = Object.values(Resources).find(({ Type }) => Type === 'AWS::CloudFront::Distribution');
    const patterns = (distribution?.Properties.DistributionConfig?.CacheBehaviors ?? []).map(({ PathPattern }) =>
      `/${PathPattern.replace(/^\//, '').replace(/\*.*$/, '')}`.replace(/\/?$/, '/'),
    );
    expect(patterns).toEqual(expect.arrayContaining(['/api/', '/media/', '/posters/']));
    const doors = [
      ...[
        ...new Set([
          '/',
          '/assets/',
          ...patterns,
          `/media/${first.id}/v1/480/`,
          `/posters/${first.id}/v1/`,
          '/_local/',
          '/_local/mail/',
          '/_local/invoke/',
        ]),
      ].map((prefix) => ({ http: site, prefix })),
      ...['/', `/${uploadsBucket}/`, `/${uploadsBucket}/uploads/`, `/${media}/`, `/${media}/posters/`].map(
        (prefix) => ({ http: uploads, prefix }),
      ),
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
      if (leaks || !((status >= 400 && status <= 499) || (status === 200 && (isPage || isMail))))
        wrong.push(`${path}: ${status} ${leaks ? 'leaks' : text.slice(0, 80)}`);
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
