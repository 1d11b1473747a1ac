import { allowedRoles } from '../../../lambdas/domain/accounts/actor.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import { headersFor, openApi, pathOf, refusalOf, type Api } from '../../support/api.ts';
import { endpointRows, type Row } from '../../support/rows/endpoint-rows.ts';
import { bodyFieldsOf } from '../../support/attacks/hostile-fields.ts';
import { forgedTokens } from '../../support/attacks/forged-tokens.ts';
import { startLocalStack, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, settled, type Operator } from '../../support/stack/operator.ts';
import { inTurns } from '../../support/attacks/raw-http.ts';
import { openAccounts, type Accounts, type Person } from '../../support/stack/sign-in.ts';

jest.setTimeout(120_000);

const keys = Object.keys(endpoints) as EndpointKey[];

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let rows: readonly Row[];
/** Id of the administrator who makes every call. */
let admin: string;
let callers: Readonly<Record<Caller, { readonly token?: string }>>;

/**
 * Who calls. `demoted` and `disabled` hold tokens from when they were administrators; `owner` is the person of whom
 * every stored content is.
 */
const CALLERS = [
  'nobody',
  'stranger',
  'expired',
  'disabled',
  'demoted',
  'user',
  'owner',
  'moderator',
  'admin',
] as const;
type Caller = (typeof CALLERS)[number];

type Expected =
  { readonly allowed: true } | { readonly allowed: false; readonly status: 401 | 403; readonly code: string };

/** What the endpoint's `auth` says of a caller. Written apart from the chain, by the words of the contract. */
const expectedFor = (key: EndpointKey, caller: Caller): Expected => {
  const { auth } = endpoints[key] as { auth: string };
  const refused = (status: 401 | 403, code: string): Expected => ({ allowed: false, status, code });
  if (auth === 'public') return { allowed: true };
  // No caller of the matrix can sign a request.
  if (auth === 'signature') return refused(401, 'signature_invalid');
  const atGateway = auth !== 'optional';
  if (caller === 'nobody') return refused(401, atGateway ? 'gateway 401' : 'unauthenticated');
  if (caller === 'stranger' || caller === 'expired') return refused(401, atGateway ? 'gateway 401' : 'token_invalid');
  if (caller === 'disabled') return refused(403, 'account_disabled');
  if (auth === 'optional') return { allowed: true };
  const roles = allowedRoles[auth as keyof typeof allowedRoles];
  return roles.has(roleOf(caller) as 'user') ? { allowed: true } : refused(403, 'forbidden');
};

/** The role that a caller has now. */
const roleOf = (caller: Caller): string => (caller === 'demoted' || caller === 'owner' ? 'user' : caller);

const nameOf = ({ key, variant }: Row): string => (variant === undefined ? key : `${key} (${variant})`);

beforeAll(async () => {
  stack = await startLocalStack();
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  const people: Record<'admin' | 'user' | 'owner' | 'moderator' | 'demoted' | 'disabled', Person> = {
    admin: await accounts.demo('admin'),
    user: await accounts.demo('listener'),
    owner: await accounts.newcomer(),
    moderator: await accounts.newcomer(),
    demoted: await accounts.newcomer(),
    disabled: await accounts.newcomer(),
  };
  admin = people.admin.id;
  for (const role of ['demoted', 'disabled'] as const) {
    await operator.setRights(people[role].id, { role: 'admin' });
    await api.call('catalog.list-creators', {}, people[role].token);
  }
  await operator.setRights(people.moderator.id, { role: 'moderator' });
  await operator.setRights(people.demoted.id, { role: 'user' });
  await operator.setRights(people.disabled.id, { role: 'admin', disabled: true });
  const { hostile } = await forgedTokens(stack.dataFolder, people.admin);
  const forged = (name: string) => ({
    token: hostile.find((one) => one.name === name)?.header.replace('Bearer ', '') ?? '',
  });
  callers = {
    nobody: {},
    stranger: forged('by another key under our id'),
    expired: forged('expired a second ago'),
    ...people,
  };
  const {
    items: [category],
  } = await api.call('catalog.list-categories', {}, people.admin.token);
  const made = endpointRows(category?.id ?? '', {
    owner: people.owner.id,
    reader: people.user.id,
    keeper: people.admin.id,
  });
  rows = made.rows;
  await operator.put(...made.stored);
});
afterAll(async () => {
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
});

it('has a row for every endpoint, and six callers and more for each', () => {
  expect([...new Set(rows.map(({ key }) => key))].sort()).toEqual([...keys].sort());
  const cases = keys.map((key) => [key, rows.filter((row) => row.key === key).length * CALLERS.length] as const);
  console.log(
    `${cases.reduce((sum, [, count]) => sum + count, 0)} cases of ${keys.length} endpoints, ${Math.min(...cases.map(([, count]) => count))} at least for each`,
  );
  expect(cases.filter(([, count]) => count < 6)).toEqual([]);
});

it('refuses whoever may not call an endpoint, and nothing changes by it', async () => {
  let before = await settled(operator);
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  for (const row of rows) {
    for (const caller of CALLERS) {
      const expected = expectedFor(row.key, caller);
      if (expected.allowed) continue;
      const answer = await api.ask(row.key, row.input, callers[caller].token);
      const code = answer.status >= 400 ? refusalOf(answer) : 'no refusal';
      counts[code] = (counts[code] ?? 0) + 1;
      if (code !== expected.code || answer.status !== expected.status)
        wrong.push(`${nameOf(row)} by ${caller}: ${answer.status} ${code}, not ${expected.status} ${expected.code}`);
      if (answer.headers['set-cookie'] !== undefined || answer.headers.location !== undefined)
        wrong.push(`${nameOf(row)} by ${caller}: a refusal gives a cookie or an address`);
      const after = await operator.stateHash();
      if (after !== before) wrong.push(`${nameOf(row)} by ${caller}: the state changed`);
      before = after;
    }
  }
  console.log(`${keys.length} endpoints, ${rows.length} rows, ${CALLERS.length} callers; refusals:`, counts);
  expect(wrong).toEqual([]);
});

it('gives a person of whom the table knows nothing the rights of a new account', async () => {
  const ghost = await accounts.newcomer();
  await operator.remove(rightsEntity.key({ user_id: ghost.id }));
  expect(refusalOf(await api.ask('catalog.list-creators', {}, ghost.token))).toBe('forbidden');
  expect(await api.call('account.get-me', {}, ghost.token)).toMatchObject({ role: 'user', plan: 'free' });
});

describe('mass assignment', () => {
  /** Fields that a caller would like to set: of keys, of records, of rights, and of JavaScript. */
  const hostile: Readonly<Record<string, unknown>> = {
    id: 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    pk: 'USER#x',
    sk: 'RIGHTS',
    gsi1pk: 'CONTENT',
    gsi2pk: 'PUBLISHED',
    type: 'RIGHTS',
    v: 1,
    expires_at: 1,
    role: 'admin',
    plan: 'business',
    disabled: false,
    user_id: '11111111-2222-4333-8444-555555555555',
    sub: 'x',
    email: 'admin@soundstage.local',
    creator_id: 'crt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    creators: { name: 'x' },
    owner: 'x',
    view_count: 1_000_000,
    storage_used: 0,
    created_at: '2000-01-01T00:00:00.000Z',
    updated_at: '2000-01-01T00:00:00.000Z',
    published_at: '2000-01-01T00:00:00.000Z',
    deleted_at: '2000-01-01T00:00:00.000Z',
    media_version: 'x',
    top_tier: '2160',
    source_key: 'uploads/x/y',
    source_version_id: 'x',
    conversion_status: 'completed',
    current_attempt: 'x',
    encoding_price_usd: 0,
    slug: 'x',
    state: 'completed',
    rev: 1,
    bucket: 'x',
    uploadUrl: 'x',
    isAdmin: true,
    constructor: { prototype: { admin: true } },
    prototype: {},
    toString: 'x',
  };

  it('takes no field that is not in the contract, in any body', async () => {
    const before = await settled(operator);
    const writing = rows.filter(({ input }) => input.body !== undefined);
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    const cases = writing.flatMap((row) => {
      const bodies = [
        // What the contract asks for is not hostile: `role` where an account is made.
        ...Object.entries(hostile)
          .filter(([name]) => !bodyFieldsOf(row).has(name))
          .map(([name, value]) => [name, JSON.stringify({ ...(row.input.body as object), [name]: value })] as const),
        ['__proto__', JSON.stringify(row.input.body).replace('{', '{"__proto__":{"role":"admin"},')] as const,
        ['all at once', JSON.stringify({ ...(row.input.body as object), ...hostile })] as const,
      ];
      return bodies.map(([name, body]) => ({ row, name, body }));
    });
    await inTurns(cases, async ({ row, name, body }) => {
      const answer = await api.send(pathOf(row.key, row.input), {
        method: endpoints[row.key].method,
        body,
        headers: headersFor(callers.admin.token, true),
      });
      const code = answer.status >= 400 ? refusalOf(answer) : `${answer.status}`;
      counts[code] = (counts[code] ?? 0) + 1;
      if (code !== 'validation_failed')
        wrong.push(`${nameOf(row)} with ${name}: ${answer.status} ${answer.text.slice(0, 120)}`);
    });
    console.log(`${Object.keys(hostile).length + 2} hostile bodies at ${writing.length} writing rows:`, counts);
    expect(wrong).toEqual([]);
    expect(await operator.stateHash()).toBe(before);
  });

  it('takes none from a query where there should be none, and none beside a right query', async () => {
    const before = await settled(operator);
    const reading = rows.filter(({ key }) => 'query' in endpoints[key]);
    await inTurns(
      reading.flatMap((row) => Object.keys(hostile).map((name) => ({ row, name }))),
      async ({ row, name }) => {
        const answer = await api.ask(
          row.key,
          { ...row.input, query: { ...row.input.query, [name]: 'x' } },
          callers.admin.token,
        );
        expect([nameOf(row), name, refusalOf(answer)]).toEqual([nameOf(row), name, 'validation_failed']);
      },
    );
    expect([...new Set(reading.map(({ key }) => key))].sort()).toEqual(
      keys.filter((key) => 'query' in endpoints[key]).sort(),
    );
    expect(await operator.stateHash()).toBe(before);
  });
});

/**
 * Calls of an administrator that change nothing which others see, or nothing here, and one that a moderator made
 * before: no act stands behind them.
 */
const NO_ACT: ReadonlySet<string> = new Set([
  'bulk.preview-job',
  'security.input-validator',
  'conversion.aws-conversion-v3',
  'uploads.s3-upload-url (one PUT)',
  'uploads.s3-upload-url (create)',
  'uploads.s3-upload-url (sign)',
  'uploads.s3-upload-url (list)',
  'content.update-content (a review)',
  'settings.update-settings',
  'uploads.s3-upload-url (complete)',
]);

it('lets everybody else in and notes what those with rights do, so that the refusals above are those of the guard', async () => {
  const before = await operator.stateHash();
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  const acts = new Map<string, string>();
  // Whoever changes most comes last: what one takes away, the next would not find.
  for (const caller of CALLERS) {
    for (const row of rows) {
      if (!expectedFor(row.key, caller).allowed) continue;
      const answer = await api.ask(row.key, row.input, callers[caller].token);
      const other = row.ownerMay && caller === 'owner' ? undefined : row.otherwise?.[roleOf(caller)];
      if (other) {
        if (answer.status !== other.status || refusalOf(answer) !== other.code)
          wrong.push(`${nameOf(row)} by ${caller}: ${answer.status}, not ${other.code}`);
      } else if (answer.status !== row.success)
        wrong.push(`${nameOf(row)} by ${caller}: ${answer.status} ${answer.text.slice(0, 200)}`);
      counts[answer.status] = (counts[answer.status] ?? 0) + 1;
      const { auth, method } = endpoints[row.key] as { auth: string; method: string };
      if (caller === 'admin' && (auth === 'admin' || auth === 'moderator') && method !== 'GET')
        acts.set(String(answer.headers['apigw-requestid']), nameOf(row));
    }
  }
  console.log('allowed calls by status:', counts);
  expect(wrong).toEqual([]);
  const noted = new Set(
    (await operator.items()).flatMap(({ type, request_id: request, actor_id: actor }) =>
      type === 'AUDIT' && actor === admin ? [String(request)] : [],
    ),
  );
  expect([...acts].flatMap(([request, name]) => (noted.has(request) ? [] : [name])).sort()).toEqual([...NO_ACT].sort());
  // And so that a change would have been seen.
  expect(await operator.stateHash()).not.toBe(before);
});

it('was answered without a scan', async () => {
  expect(await operator.productScans()).toBe(0);
});
