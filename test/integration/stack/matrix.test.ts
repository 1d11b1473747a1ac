import { allowedRoles } from '../../../lambdas/domain/accounts/actor.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import { headersFor, openApi, pathOf, errorCodeOf, type Api } from '../../support/api.ts';
import { endpointRows, type Row } from '../../support/rows/endpoint-rows.ts';
import { bodyFieldsOf } from '../../support/attacks/hostile-fields.ts';
import { forgedTokens, lastingToken } from '../../support/attacks/forged-tokens.ts';
import { startLocalStack, type LocalStack } from '../../support/stack/local-stack.ts';
import { sampleOf } from '../../support/rounds.ts';
import { openOperator, settledState, type Operator } from '../../support/stack/operator.ts';
import { mapConcurrently } from '../../support/attacks/raw-http.ts';
import { openAccounts, type Accounts, type Person } from '../../support/stack/sign-in.ts';
import {
  itOfAllFeatures,
  ofSelectedEndpoints,
  selectedEndpoints,
  selectedFeature,
} from '../../support/selected-feature.ts';
import { ASSIGNED_FIELDS } from './support/assigned-fields.ts';
import { NOT_RECORDED } from './support/row-selections.ts';

const keys = selectedEndpoints;

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let rows: readonly Row[];
/** ID of the administrator who makes every call. */
let admin: string;
/** The callers who may do what asks for a fresh sign-in. */
let allowed: Readonly<Record<'admin' | 'user' | 'owner' | 'moderator', Person>>;
let callers: Readonly<Record<Caller, { readonly token?: string }>>;

/**
 * The callers. `stale factor` is the administrator, whose sign-in is an hour old. `demoted` and `disabled` have tokens
 * from when they were administrators; `ended` is an administrator whose session was ended; `owner` owns every stored
 * item.
 */
const CALLERS = [
  'anonymous',
  'stranger',
  'expired',
  'stale factor',
  'disabled',
  'ended',
  'demoted',
  'user',
  'owner',
  'moderator',
  'admin',
] as const;
type Caller = (typeof CALLERS)[number];

type Expected =
  { readonly allowed: true } | { readonly allowed: false; readonly status: 401 | 403; readonly code: string };

/** The expected result by the endpoint's `auth`, independently of the HTTP chain, from the contract's words. */
const expectedFor = ({ key, variant, input }: Row, caller: Caller): Expected => {
  const { auth, freshSeconds } = endpoints[key] as { auth: string; freshSeconds?: number };
  const denied = (status: 401 | 403, code: string): Expected => ({ allowed: false, status, code });
  if (auth === 'public') return { allowed: true };
  // The signature alone decides.
  if (auth === 'signature') return variant === 'signed' ? { allowed: true } : denied(401, 'signature_invalid');
  // The smart token of the row and its proof decide, and not the caller.
  if (auth === 'token') return input.proof ? { allowed: true } : denied(401, 'smart_token_invalid');
  const atGateway = auth !== 'optional';
  if (caller === 'anonymous') return denied(401, atGateway ? 'gateway 401' : 'unauthenticated');
  if (caller === 'stranger' || caller === 'expired') return denied(401, atGateway ? 'gateway 401' : 'token_invalid');
  if (caller === 'disabled') return denied(403, 'account_disabled');
  if (caller === 'ended') return denied(401, 'session_ended');
  if (caller === 'stale factor' && freshSeconds !== undefined) return denied(401, 'insufficient_authentication');
  if (auth === 'optional') return { allowed: true };
  const roles = allowedRoles[auth as keyof typeof allowedRoles];
  return roles.has(roleOf(caller) as 'user') ? { allowed: true } : denied(403, 'forbidden');
};

/** A caller's current role. */
const roleOf = (caller: Caller): string => {
  if (caller === 'stale factor') return 'admin';
  return caller === 'demoted' || caller === 'owner' ? 'user' : caller;
};

const nameOf = ({ key, variant }: Row): string => (variant === undefined ? key : `${key} (${variant})`);

beforeAll(async () => {
  // A cloud of its own: this file compares everything that is stored before and after calls.
  stack = await startLocalStack();
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  const people: Record<'admin' | 'user' | 'owner' | 'moderator' | 'demoted' | 'disabled' | 'ended', Person> = {
    admin: await accounts.demo('admin'),
    user: await accounts.demo('listener'),
    owner: await accounts.newcomer(),
    moderator: await accounts.newcomer(),
    demoted: await accounts.newcomer(),
    disabled: await accounts.newcomer(),
    ended: await accounts.newcomer(),
  };
  admin = people.admin.id;
  for (const role of ['demoted', 'disabled', 'ended'] as const) {
    await operator.setRights(people[role].id, { role: 'admin' });
    await api.call('catalog.list-creators', {}, people[role].token);
  }
  await operator.setRights(people.moderator.id, { role: 'moderator' });
  await operator.setRights(people.demoted.id, { role: 'user' });
  await operator.setRights(people.disabled.id, { role: 'admin', disabled: true });
  const { token } = people.ended;
  const [session] = (await api.call('sessions.list-sessions', {}, token)).items;
  await api.call('sessions.end-session', { params: { sessionId: session?.id ?? '' } }, token);
  const { hostile, stale } = await forgedTokens(stack.dataFolder, people.admin);
  const forged = (name: string) => ({
    token: hostile.find((one) => one.name === name)?.header.replace('Bearer ', '') ?? '',
  });
  // A test may take longer than a token is valid.
  const lasting = async (person: Person) => ({ token: await lastingToken(stack.dataFolder, person.token) });
  callers = {
    anonymous: {},
    stranger: forged('signed by another key with our key ID'),
    expired: forged('expired a second ago'),
    'stale factor': { token: stale },
    ...people,
    demoted: await lasting(people.demoted),
    disabled: await lasting(people.disabled),
    ended: await lasting(people.ended),
  };
  allowed = { admin: people.admin, user: people.user, owner: people.owner, moderator: people.moderator };
  const {
    items: [category],
  } = await api.call('catalog.list-categories', {}, people.admin.token);
  const made = endpointRows(
    category?.id ?? '',
    { owner: people.owner.id, reader: people.user.id, keeper: people.admin.id },
    await operator.webhookSecrets(),
  );
  rows = ofSelectedEndpoints(made.rows);
  await operator.put(...made.stored);
});
// Each test may also take longer than a sign-in stays fresh.
beforeEach(async () => {
  const again = Object.entries(allowed).map(async ([name, person]) => {
    const { token } = await accounts.again(person);
    return [name, { token: await lastingToken(stack.dataFolder, token) }] as const;
  });
  callers = { ...callers, ...Object.fromEntries(await Promise.all(again)) };
});
afterAll(async () => {
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
});

it('has a row for every endpoint, and at least six callers for each', () => {
  expect([...new Set(rows.map(({ key }) => key))].sort()).toEqual([...keys].sort());
  const cases = keys.map((key) => [key, rows.filter((row) => row.key === key).length * CALLERS.length] as const);
  console.log(
    `${cases.reduce((sum, [, count]) => sum + count, 0)} cases of ${keys.length} endpoints,`,
    `at least ${Math.min(...cases.map(([, count]) => count))} for each`,
  );
  expect(cases.filter(([, count]) => count < 6)).toEqual([]);
});

/** The call without the proof of a smart token. */
const withoutProof = (row: Row): Row =>
  row.input.proof ? { ...row, variant: 'without a proof', input: { ...row.input, proof: undefined } } : row;

/**
 * Callers who are rejected in the same way at all endpoints of a function with the same guard: by the gateway, or for
 * what the function loads about them. `npm test` lets them call one row of each function and guard, `npm run soak`
 * every row.
 */
const REJECTED_ANYWHERE: ReadonlySet<Caller> = new Set([
  'stranger',
  'expired',
  'disabled',
  'ended',
  'demoted',
  'owner',
]);

/** The calls that must be denied. */
const deniedCalls = () => {
  const all = rows.map(withoutProof).flatMap((row) =>
    CALLERS.flatMap((caller) => {
      const expected = expectedFor(row, caller);
      return expected.allowed ? [] : [{ row, caller, expected }];
    }),
  );
  return sampleOf('denied calls', all, {
    share: Infinity,
    kindOf: (one) =>
      REJECTED_ANYWHERE.has(one.caller)
        ? [one.row.key.split('.')[0], endpoints[one.row.key].auth, one.caller].join(' ')
        : one,
  });
};

/** Denied calls between two comparisons of the state: reading everything takes longer than many calls. */
const CALLS_BETWEEN = 60;

it('denies calls without permission, and they change nothing', async () => {
  let before = await settledState(operator);
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  let hashes = 0;
  let unchecked: string[] = [];
  const compare = async (): Promise<void> => {
    const after = await operator.stateHash();
    hashes += 1;
    if (after !== before) wrong.push(`the state changed by one of: ${unchecked.join(', ')}`);
    before = after;
    unchecked = [];
  };
  for (const { row, caller, expected } of deniedCalls()) {
    if (endpoints[row.key].auth === 'token') await operator.resetVisitorCalls();
    const response = await api.request(row.key, row.input, callers[caller].token);
    const code = response.status >= 400 ? errorCodeOf(response) : 'no error';
    counts[code] = (counts[code] ?? 0) + 1;
    if (code !== expected.code || response.status !== expected.status)
      wrong.push(`${nameOf(row)} by ${caller}: ${response.status} ${code}, not ${expected.status} ${expected.code}`);
    if (response.headers['set-cookie'] !== undefined || response.headers.location !== undefined)
      wrong.push(`${nameOf(row)} by ${caller}: a denied call returns a cookie or a location`);
    unchecked.push(`${nameOf(row)} by ${caller}`);
    if (unchecked.length === CALLS_BETWEEN) await compare();
  }
  if (unchecked.length > 0) await compare();
  console.log(`state compared ${hashes} times`);
  console.log(`${keys.length} endpoints, ${rows.length} rows, ${CALLERS.length} callers; error codes:`, counts);
  expect(wrong).toEqual([]);
});

itOfAllFeatures('rejects the token of a user without stored rights, whose account was deleted', async () => {
  const user = await accounts.newcomer();
  await operator.remove(rightsEntity.key({ user_id: user.id }));
  for (const key of ['account.get-me', 'catalog.list-creators'] as const) {
    const denied = await api.request(key, {}, user.token);
    expect([key, denied.status, errorCodeOf(denied)]).toEqual([key, 401, 'token_invalid']);
  }
});

describe('mass assignment', () => {
  it('accepts no field that is not in the contract, in any body', async () => {
    const before = await settledState(operator);
    const writing = rows.filter(({ input }) => input.body !== undefined);
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    const all = writing.flatMap((row) => {
      const bodies = [
        // Fields of the contract are not hostile, such as `role` when an account is created.
        ...Object.entries(ASSIGNED_FIELDS)
          .filter(([name]) => !bodyFieldsOf(row).has(name))
          .map(([name, value]) => [name, JSON.stringify({ ...(row.input.body as object), [name]: value })] as const),
        // A computed name makes a field of its own instead of setting the object's prototype.
        ['__proto__', JSON.stringify({ ...(row.input.body as object), ['__proto__']: { role: 'admin' } })] as const,
        ['all at once', JSON.stringify({ ...(row.input.body as object), ...ASSIGNED_FIELDS })] as const,
      ];
      return bodies.map(([name, body]) => ({ row, name, body }));
    });
    // One for each row, which start at different fields, so that together they get every field.
    const share = Object.keys(ASSIGNED_FIELDS).length + 2;
    const cases = sampleOf('hostile bodies', all, { share, kindOf: ({ row }) => row });
    const send = async ({ row, name, body }: (typeof cases)[number]): Promise<void> => {
      const response = await api.send(pathOf(row.key, row.input), {
        method: endpoints[row.key].method,
        body,
        headers: headersFor(callers.admin.token, true),
      });
      const code = response.status >= 400 ? errorCodeOf(response) : `${response.status}`;
      counts[code] = (counts[code] ?? 0) + 1;
      if (code !== 'validation_failed')
        wrong.push(`${nameOf(row)} with ${name}: ${response.status} ${response.text.slice(0, 120)}`);
    };
    const isOpen = ({ row }: (typeof cases)[number]): boolean => endpoints[row.key].auth === 'public';
    await mapConcurrently(
      cases.filter((one) => !isOpen(one)),
      send,
    );
    // One after another, because the number of visitors' calls is limited and starts again before each.
    for (const one of cases.filter(isOpen)) {
      await operator.resetVisitorCalls();
      await send(one);
    }
    console.log(`${Object.keys(ASSIGNED_FIELDS).length + 2} hostile bodies at ${writing.length} writing rows:`, counts);
    expect(wrong).toEqual([]);
    expect(await operator.stateHash()).toBe(before);
  });

  it('accepts no unknown query parameter', async () => {
    const before = await settledState(operator);
    const reading = rows.filter(({ key }) => 'query' in endpoints[key]);
    const names = Object.keys(ASSIGNED_FIELDS);
    const all = reading.flatMap((row) => names.map((name) => ({ row, name })));
    await mapConcurrently(
      sampleOf('unknown query parameters', all, { share: names.length, kindOf: ({ row }) => row }),
      async ({ row, name }) => {
        const response = await api.request(
          row.key,
          { ...row.input, query: { ...row.input.query, [name]: 'x' } },
          callers.admin.token,
        );
        expect([nameOf(row), name, errorCodeOf(response)]).toEqual([nameOf(row), name, 'validation_failed']);
      },
    );
    expect([...new Set(reading.map(({ key }) => key))].sort()).toEqual(
      keys.filter((key) => 'query' in endpoints[key]).sort(),
    );
    expect(await operator.stateHash()).toBe(before);
  });
});

it('allows all other calls and records those of staff, so the denials above come from the guards', async () => {
  const before = await operator.stateHash();
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  const acts = new Map<string, string>();
  // Callers with more rights come last, because later callers would miss the items they delete.
  for (const caller of CALLERS) {
    // The same user as the administrator, who would no longer find what this caller deletes.
    if (caller === 'stale factor') continue;
    await operator.resetVisitorCalls();
    for (const row of rows) {
      if (!expectedFor(row, caller).allowed) continue;
      const response = await api.request(row.key, row.input, callers[caller].token);
      const other = row.ownerAllowed && caller === 'owner' ? undefined : row.otherwise?.[roleOf(caller)];
      if (other) {
        if (response.status !== other.status || errorCodeOf(response) !== other.code)
          wrong.push(`${nameOf(row)} by ${caller}: ${response.status}, not ${other.code}`);
      } else if (response.status !== row.success)
        wrong.push(`${nameOf(row)} by ${caller}: ${response.status} ${response.text.slice(0, 200)}`);
      counts[response.status] = (counts[response.status] ?? 0) + 1;
      const { auth, method } = endpoints[row.key] as { auth: string; method: string };
      if (caller === 'admin' && (auth === 'admin' || auth === 'moderator') && method !== 'GET')
        acts.set(String(response.headers['apigw-requestid']), nameOf(row));
    }
  }
  console.log('allowed calls by status:', counts);
  expect(wrong).toEqual([]);
  const recorded = new Set(
    (await operator.items()).flatMap(({ type, request_id: request, actor_id: actor }) =>
      type === 'AUDIT' && actor === admin ? [String(request)] : [],
    ),
  );
  expect([...acts].flatMap(([request, name]) => (recorded.has(request) ? [] : [name])).sort()).toEqual(
    [...NOT_RECORDED].filter((call) => keys.includes(call.split(' ')[0] as EndpointKey)).sort(),
  );
  // A change would have been noticed. A single feature may only read.
  if (!selectedFeature) expect(await operator.stateHash()).not.toBe(before);
});

it('scans no table', async () => {
  expect(await operator.productScans()).toBe(0);
});
