import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorTable, type ErrorCode } from '../../../lambdas/contract/errors.ts';
import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import { headersFor, openApi, type Api, type LooseInput, type ResponseErrorCode } from '../../support/api.ts';
import { contentItem, someContent } from '../../support/content.ts';
import { forgedTokens } from '../../support/attacks/forged-tokens.ts';
import { endpointRows, type Row } from '../../support/rows/endpoint-rows.ts';
import {
  callWith,
  isAccepted,
  inputFieldsOf,
  validValue,
  unknownId,
  type InputField,
} from '../../support/attacks/hostile-fields.ts';
import {
  hostileIds,
  hostileSegments,
  hostileTexts,
  hostileValues,
  traversals,
} from '../../support/attacks/hostile-texts.ts';
import { startLocalStack, waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { sampleOf } from '../../support/rounds.ts';
import { openOperator, settledState, type Operator } from '../../support/stack/operator.ts';
import { mapConcurrently, openRawHttp } from '../../support/attacks/raw-http.ts';
import { claimsOf, openAccounts, type Accounts, type Person } from '../../support/stack/sign-in.ts';
import {
  describeOfAllFeatures,
  itOfAllFeatures,
  ofSelectedEndpoints,
  selectedEndpoints,
  selectedFeature,
} from '../../support/selected-feature.ts';
import { tamperedCursors } from '../../support/attacks/tampered-cursors.ts';
import { behaviorPaths } from './support/behavior-paths.ts';
import { fitsInPath, sendInPath } from './support/hostile-paths.ts';
import { createRejectionCheck, type RejectionCheck } from './support/rejections.ts';
import { ACCEPT_UNKNOWN_IDS, distinctFields, guardedRows, pagedLists, TEXTLESS } from './support/row-selections.ts';

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
let expectAllRejected: RejectionCheck;
const first = someContent();

/** Milliseconds after which the callers sign in again. Some endpoints accept a sign-in for ten minutes only. */
const RENEWED_AFTER_MS = 4 * 60_000;

/** Signs the callers in again, if their tokens are old: `npm run soak` takes longer than tokens are valid. */
const renewCallers = async (): Promise<void> => {
  if (Date.now() - Number(claimsOf(admin.token)['iat']) * 1000 < RENEWED_AFTER_MS) return;
  [admin, listener] = await Promise.all([accounts.again(admin), accounts.again(listener)]);
};

beforeAll(async () => {
  // A cloud of its own: this file reads everything that the cloud stores and logs.
  stack = await startLocalStack({ dataFolder, ownDatabase: false });
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  [admin, listener] = await Promise.all([accounts.demo('admin'), accounts.demo('listener')]);
  const {
    items: [category],
  } = await api.call('catalog.list-categories', {}, admin.token);
  const users = { owner: listener.id, reader: listener.id, keeper: admin.id };
  const made = endpointRows(category?.id ?? '', users, await operator.webhookSecrets());
  rows = ofSelectedEndpoints(made.rows);
  await operator.put(contentItem(first), ...made.stored);
  const upload = await api.call(
    'uploads.s3-upload-url',
    { body: { fileName: 'a.mp4', fileType: 'video/mp4', fileSize: 10 } },
    admin.token,
  );
  if (!('uploadUrl' in upload)) throw new Error('No single PUT');
  page = (await api.send('/index.html')).text;
  expectAllRejected = createRejectionCheck({ operator, page, renew: renewCallers });
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

describe('tokens', () => {
  it('rejects every expired, foreign and forged token', async () => {
    const { control, hostile } = await forgedTokens(dataFolder, admin);
    const guarded = guardedRows(rows);
    const reading = guarded.filter(({ key }) => endpoints[key].method === 'GET');
    if (!selectedFeature) expect(reading.length).toBeGreaterThan(2);
    for (const { key, input, success } of reading)
      expect([key, (await api.request(key, input, control)).status]).toEqual([key, success]);
    const cases = sampleOf(
      'hostile tokens',
      hostile.flatMap((header) => guarded.map(({ key, input }) => ({ key, input, ...header }))),
      { share: 12, kindOf: ({ header }) => header },
    );
    const counts = await expectAllRejected(
      cases,
      ({ key, input, header }) => api.request(key, input, undefined, { authorization: header }),
      new Set(['gateway 401', 'token_invalid', 'unauthenticated']),
    );
    console.log(`${hostile.length} hostile tokens at ${guarded.length} endpoints:`, counts);
    expect(hostile.length).toBeGreaterThanOrEqual(60);
  });

  itOfAllFeatures('ignores tokens in a query or a cookie', async () => {
    const places: readonly (readonly [string, Record<string, string>])[] = [
      [`/api/me?access_token=${admin.token}`, {}],
      [`/api/me?authorization=Bearer%20${admin.token}`, {}],
      ['/api/me', { cookie: `authorization=${admin.token}; accessToken=${admin.token}` }],
      ['/api/me', { 'x-authorization': `Bearer ${admin.token}` }],
      ['/api/me', { 'proxy-authorization': `Bearer ${admin.token}` }],
    ];
    await expectAllRejected(places, ([path, headers]) => api.send(path, { headers }), new Set(['gateway 401']));
  });
});

describe('IDs', () => {
  /** Codes for an invalid, unknown or too long ID; any other code means that the ID was not checked. */
  const notFound: ReadonlySet<ResponseErrorCode> = new Set(
    (Object.keys(errorTable) as ErrorCode[]).filter((code) => [400, 404, 413].includes(errorTable[code].status)),
  );
  const expected: ReadonlySet<ResponseErrorCode> = new Set([...notFound, 'gateway 400', 'gateway 404']);
  const fields = () => distinctFields(rows);
  /** Some values of each field, starting one later than the field before: the fields together get every value. */
  const fieldSample = <T extends { readonly inputField: InputField }>(what: string, cases: readonly T[]) => {
    const kindOf = ({ inputField }: T) => inputField;
    return sampleOf(what, cases, { share: Math.max(40, new Set(cases.map(kindOf)).size), kindOf });
  };
  const nameOf = ({ row, part, field }: InputField): string => `${row.key} ${row.variant ?? ''} ${part}.${field}`;
  /** Near misses of IDs are only sent where an ID is expected, and not, for example, as a language. */
  const textsFor = ({ isId }: InputField): readonly string[] => (isId ? hostileIds : hostileTexts);
  const send = (inputField: InputField, value: unknown) =>
    api.request(inputField.row.key, callWith(inputField, value), admin.token);

  it('covers the fields of every endpoint that takes text', () => {
    const found = new Set(fields().map(({ row }) => row.key));
    const taking = selectedEndpoints.filter(
      (key) => !TEXTLESS.has(key) && ['params', 'query', 'body'].some((part) => part in endpoints[key]),
    );
    expect([...found].sort()).toEqual(taking.sort());
    expect(hostileIds.length).toBeGreaterThanOrEqual(500);
    // A step is one of a few names, a language a tag, a hash that of a text, and a phase a number; none is an ID.
    for (const key of selectedEndpoints)
      for (const [, name] of endpoints[key].path.matchAll(/\{(\w+)\}/g))
        expect([
          key,
          name,
          fields().some(
            ({ row, part, field, isId }) =>
              [row.key, part, field].join() === [key, 'params', name].join() &&
              (isId || ['step', 'language', 'format', 'hash', 'phase'].includes(name ?? '')),
          ),
        ]).toEqual([key, name, true]);
  });

  it('returns 400 or 404 for invalid IDs in paths, and changes nothing', async () => {
    const inPaths = fields().filter(({ part }) => part === 'params');
    const cases = inPaths.flatMap((inputField) =>
      [...textsFor(inputField).map(encodeURIComponent), ...hostileSegments].map((id) => ({ inputField, id })),
    );
    const counts = await expectAllRejected(
      fieldSample('IDs in paths', cases.filter(fitsInPath)),
      (one) => sendInPath({ api, origin: stack.url, token: admin.token }, one),
      expected,
    );
    console.log(`${cases.length} IDs in ${inPaths.length} paths:`, counts);
  });

  it('returns 400 or 404 for invalid IDs in bodies, and changes nothing', async () => {
    const inBodies = fields().filter(({ part, isId }) => part === 'body' && isId);
    const values = [...hostileIds, ...hostileValues];
    // A `null` category is valid: it means none.
    const cases = inBodies.flatMap((inputField) =>
      values
        .filter((value) => typeof value === 'string' || !isAccepted(inputField, value))
        .map((value) => ({ inputField: inputField, value })),
    );
    const counts = await expectAllRejected(
      fieldSample('IDs in bodies', cases),
      ({ inputField: inputField, value }) => send(inputField, value),
      expected,
    );
    console.log(`${values.length} values in ${inBodies.length} body IDs:`, counts);
  });

  it('returns 400 for invalid texts in queries, and changes nothing', async () => {
    const inQueries = fields().filter(({ part }) => part === 'query');
    // Excluded: allowed words, and valid IDs of items that do not exist, for which a list is empty.
    const cases = inQueries.flatMap((inputField) =>
      textsFor(inputField)
        .filter((id) => id.length < 5000 && (inputField.field.endsWith('ursor') || !isAccepted(inputField, id)))
        .map((value) => ({ inputField: inputField, value })),
    );
    const counts = await expectAllRejected(
      fieldSample('texts in queries', cases),
      ({ inputField: inputField, value }) => send(inputField, value),
      new Set(['validation_failed', 'invalid_cursor']),
    );
    console.log(`${cases.length} texts in ${inQueries.length} queries:`, counts);
    const lists = [...new Map(inQueries.map(({ row }) => [row.key, row])).values()];
    const invalid = [
      { limit: '0' },
      { limit: '101' },
      { limit: '1.5' },
      { unknown: 'x' },
      { pk: 'USER#x' },
      { 'limit[]': '1' },
      { __proto__x: '1' },
    ] as readonly Record<string, string>[];
    await expectAllRejected(
      lists.flatMap((row) => invalid.map((query) => ({ ...row, query }))),
      ({ key, input, query }) => api.request(key, { ...input, query }, admin.token),
      expected,
    );
    const twice = ['limit=1&limit=2', 'cursor=&cursor='];
    await expectAllRejected(
      lists.flatMap(({ key, input }) => (input.proof ? [] : twice.map((query) => ({ key, query })))),
      ({ key, query }) => api.send(`${endpoints[key].path}?${query}`, { headers: headersFor(admin.token, false) }),
      expected,
    );
  });

  it('rejects every other text that the contract does not allow, and changes nothing', async () => {
    const others = fields().filter(({ part, isId }) => part === 'body' && !isId);
    const cases = others.flatMap((inputField) =>
      [...hostileValues, ...hostileTexts]
        .filter((value) => !isAccepted(inputField, value))
        .map((value) => ({ inputField: inputField, value })),
    );
    let openCalls = 0;
    const counts = await expectAllRejected(
      fieldSample('other texts in bodies', cases),
      async ({ inputField: inputField, value }) => {
        // Before the limit of visitors' calls is reached, with those that run at the same time.
        if (endpoints[inputField.row.key].auth === 'public' && openCalls++ % 20 === 0)
          await operator.resetVisitorCalls();
        return send(inputField, value);
      },
      new Set(['validation_failed', 'body_too_large']),
    );
    console.log(`${cases.length} invalid values in ${others.length} other texts:`, counts);
  });

  it('returns 404 for unknown IDs in every field', async () => {
    const cases = inputFieldsOf(rows).flatMap((inputField) => {
      const value =
        inputField.isId && inputField.part !== 'query' && !ACCEPT_UNKNOWN_IDS.has(inputField.row.key)
          ? unknownId(validValue(inputField))
          : undefined;
      return value === undefined ? [] : [{ inputField: inputField, value, name: nameOf(inputField) }];
    });
    const missing = new Set((Object.keys(errorTable) as ErrorCode[]).filter((code) => code.endsWith('_not_found')));
    const callerOf = ({ row }: InputField): Person =>
      ['admin', 'moderator'].includes(endpoints[row.key].auth) ? admin : listener;
    const counts = await expectAllRejected(
      cases,
      ({ inputField: inputField, value }) =>
        api.request(inputField.row.key, callWith(inputField, value), callerOf(inputField).token),
      missing,
    );
    console.log(`${cases.length} unknown IDs:`, counts);
    if (!selectedFeature) expect(cases.length).toBeGreaterThan(10);
  });
});

describe('cursors', () => {
  it('accepts only its own cursors, unmodified and for the same list', async () => {
    const callerOf = (key: EndpointKey): Person =>
      ['admin', 'moderator'].includes(endpoints[key].auth) ? admin : listener;
    const paged = pagedLists(rows);
    await renewCallers();
    // The second entry of the activity, after the sign-in.
    await api.call('sessions.record-activity', { body: { by: 'extended' } }, listener.token);
    // The same list with another filter is another list.
    const lists: readonly (readonly [EndpointKey, LooseInput, Person])[] = [
      ...paged.map(([key, list]) => [key, list, callerOf(key)] as const),
      ['catalog.list-content', { query: { content_type: 'video' } }, listener],
    ];
    const cursors = await Promise.all(
      lists.map(([endpoint, input, { token }]) =>
        // The search index follows the table with a delay.
        waitFor(`a second page of ${endpoint}, whose row must store two items`, async () => {
          const first = { ...input, query: { ...input.query, limit: '1' } } as never;
          const { next_cursor: cursor } = (await api.call(endpoint, first, token)) as { next_cursor: string | null };
          return cursor ?? undefined;
        }),
      ),
    );
    const cases: { endpoint: EndpointKey; input: LooseInput; token: string }[] = [];
    for (const [index, [endpoint, input, { token }]] of lists.entries()) {
      const cursor = cursors[index] ?? '';
      await api.call(endpoint, { ...input, query: { ...input.query, cursor } } as never, token);
      const tampered = [...tamperedCursors(cursor), ...cursors.filter((other) => other !== cursor)];
      cases.push(
        ...tampered.map((text) => ({ endpoint, input: { ...input, query: { ...input.query, cursor: text } }, token })),
      );
    }
    // A cursor of another user: a list of the caller's own data must not continue someone else's.
    const historyCursor = cursors[paged.findIndex(([key]) => key === 'history.list-history')];
    if (historyCursor !== undefined)
      cases.push({ endpoint: 'history.list-history', input: { query: { cursor: historyCursor } }, token: admin.token });
    else expect(selectedFeature).toBeDefined();
    cases.push({
      endpoint: 'catalog.list-content',
      input: { query: { content_type: 'music', cursor: cursors.at(-1) ?? '' } },
      token: listener.token,
    });
    const counts = await expectAllRejected(
      sampleOf('cursors', cases, { share: 20, kindOf: ({ endpoint }) => endpoint }),
      ({ endpoint, input, token }) => api.request(endpoint, input, token),
      new Set(['invalid_cursor', 'validation_failed']),
    );
    console.log(`${cases.length} tampered and foreign cursors of ${lists.length} lists:`, counts);
  });
});

describeOfAllFeatures('file paths', () => {
  it('serves nothing outside its folder, however the traversal is written', async () => {
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
    const patterns = behaviorPaths(dataFolder);
    expect(patterns).toEqual(expect.arrayContaining(['/api/', '/media/', '/posters/']));
    const folders = [`/media/${first.id}/v1/480/`, `/posters/${first.id}/v1/`];
    const prefixes = ['/', '/assets/', ...patterns, ...folders, '/_local/', '/_local/mail/', '/_local/invoke/'];
    const bucketPrefixes = [
      '/',
      `/${uploadsBucket}/`,
      `/${uploadsBucket}/uploads/`,
      `/${media}/`,
      `/${media}/posters/`,
    ];
    const origins = [
      ...[...new Set(prefixes)].map((prefix) => ({ http: site, prefix })),
      ...bucketPrefixes.map((prefix) => ({ http: uploads, prefix })),
    ];
    const paths = targets.flatMap(traversals);
    const cases = sampleOf(
      'paths',
      origins.flatMap((origin) => paths.map((path) => ({ ...origin, path: origin.prefix + path }))),
      { share: 16, kindOf: ({ prefix }) => prefix },
    );
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    const before = await settledState(operator);
    await mapConcurrently(cases, async ({ http, prefix, path }) => {
      const { status, text } = await http.send(path);
      counts[status] = (counts[status] ?? 0) + 1;
      const isPage = http === site && text === page;
      const isMail = prefix === '/_local/mail/' && status === 200 && text === '[]';
      const leaks = secrets.some((secret) => text.includes(secret));
      if (leaks || !((status >= 400 && status <= 499) || (status === 200 && (isPage || isMail))))
        wrong.push(`${path}: ${status} ${leaks ? 'leaks' : text.slice(0, 80)}`);
    });
    for (const http of [site, uploads]) http.close();
    console.log(`${paths.length} paths at ${origins.length} prefixes:`, counts);
    if (wrong.length > 0) console.log(stack.output().slice(-4000));
    expect(wrong).toEqual([]);
    expect(await operator.stateHash()).toBe(before);
  });
});

it('scans no table', async () => {
  expect(await operator.productScans()).toBe(0);
});
