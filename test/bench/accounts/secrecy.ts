import { randomInt, randomUUID } from 'node:crypto';
import { demoPassword } from '../../../bin/demo.ts';
import type { EndpointKey } from '../../../lambdas/contract/index.ts';
import type { CodePurpose } from '../../../lambdas/contract/people/credential-fields.ts';
import { codeRequestEntity } from '../../../lambdas/data/people/code-request-repository.ts';
import { rateCounterEntity } from '../../../lambdas/data/people/rate-counter-repository.ts';
import { CODE_VALID_MS, codeHash } from '../../../lambdas/domain/accounts/code-request.ts';
import { addressHash, mailsPerAddress, recoveryTries } from '../../../lambdas/domain/limits/rate-limit.ts';
import { openApi, type Api } from '../../support/api.ts';
import { startLocalStack, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, type Operator } from '../../support/stack/operator.ts';
import { codeIn, openSession } from '../../support/stack/session.ts';
import { openAccounts } from '../../support/stack/sign-in.ts';
import { atMost, type Row } from '../report.ts';

/** Calls of each endpoint for each kind of address. Fewer leave more noise than the limit allows. */
const ROUNDS = 800;
/** Calls before the measurement, until the functions have compiled their code. */
const WARM_ROUNDS = 40;
const MOST_AUC = 0.55;

const KINDS = ['known', 'unknown', 'invited', 'disabled', 'unconfirmed'] as const;
type Kind = (typeof KINDS)[number];
type Addresses = Readonly<Record<Kind, string>>;

const code = '00000000';
const password = demoPassword;
const NEW: readonly Kind[] = ['unknown', 'unconfirmed'];
const HAVE_ACCOUNT: readonly Kind[] = ['known', 'invited'];

/** A call of an open endpoint. */
interface OpenCall {
  readonly key: EndpointKey;
  readonly bodyOf: (email: string) => object;
  /** What a guess is for, and the kinds of addresses that get a code. The request is stored again for each guess. */
  readonly guess?: readonly [CodePurpose, readonly Kind[]];
}

const CALLS: readonly OpenCall[] = [
  { key: 'credentials.request-sign-up', bodyOf: (email) => ({ email }) },
  {
    key: 'credentials.confirm-sign-up',
    bodyOf: (email) => ({ email, code, password }),
    guess: ['sign-up', NEW],
  },
  { key: 'credentials.request-password-reset', bodyOf: (email) => ({ email }) },
  {
    key: 'credentials.reset-password',
    bodyOf: (email) => ({ email, code, password }),
    guess: ['reset', HAVE_ACCOUNT],
  },
  { key: 'username.request-code', bodyOf: (email) => ({ email }) },
  { key: 'username.get-username', bodyOf: (email) => ({ email, code }), guess: ['username', HAVE_ACCOUNT] },
  { key: 'factors.redeem-recovery-code', bodyOf: (email) => ({ email, code: 'AAAA-AAAA-AAAA-AAAA' }) },
];

/** The request of an address as the worker leaves it. */
const requestOf = ([purpose, kinds]: NonNullable<OpenCall['guess']>, kind: Kind, email: string) => {
  const request_id = randomUUID();
  return codeRequestEntity.toItem({
    purpose,
    subject: addressHash(email),
    request_id,
    email,
    valid_until: Date.now() + CODE_VALID_MS,
    tries: 0,
    ...(kinds.includes(kind)
      ? { code_hash: codeHash(request_id, '12345678'), user_id: randomUUID(), mailed: true }
      : {}),
  });
};

/** Creates an address of each kind. All have the same length. */
const createAddresses = async (stack: LocalStack, api: Api): Promise<Addresses> => {
  const addresses = Object.fromEntries(KINDS.map((kind) => [kind, `k-${randomUUID()}@example.org`])) as Addresses;
  const [accounts, session] = await Promise.all([openAccounts(stack), openSession(stack.url)]);
  const { token } = await accounts.demo('admin');
  for (const email of [addresses.known, addresses.disabled]) {
    await session.signUp(email, password);
    await session.confirm(email, codeIn(await stack.mailTo(email)));
  }
  const { items } = await api.call('people.list-people', { query: { q: addresses.disabled } }, token);
  const params = { id: items[0]?.id ?? '' };
  await api.call('people.disable-person', { params, body: { reason: 'Measured by the bench' } }, token);
  await api.call('people.admin-create-user', { body: { email: addresses.invited, password, fullName: '' } }, token);
  await session.signUp(addresses.unconfirmed, password);
  await stack.mailTo(addresses.unconfirmed);
  accounts.close();
  session.close();
  return addresses;
};

const shuffled = <T>(items: readonly T[]): readonly T[] => {
  const rest = [...items];
  return items.map(() => rest.splice(randomInt(rest.length), 1)[0] as T);
};

/**
 * Milliseconds of each call, by kind. All calls are in one random order: in rounds, a call would never follow one of
 * its own kind, and the work that a call leaves behind, such as a mail, slows down the next one.
 */
const measureCalls = async (
  api: Api,
  operator: Operator,
  addresses: Addresses,
  { key, bodyOf, guess }: OpenCall,
): Promise<ReadonlyMap<Kind, readonly number[]>> => {
  const times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  const callsOf = (rounds: number): readonly Kind[] => shuffled(Array.from({ length: rounds }, () => KINDS).flat());
  const run = async (kind: Kind): Promise<number> => {
    const email = addresses[kind];
    await operator.resetVisitorCalls();
    for (const { name } of [mailsPerAddress, recoveryTries])
      await operator.remove(rateCounterEntity.key({ rule: name, subject: addressHash(email) }));
    if (guess) await operator.put(requestOf(guess, kind, email));
    const from = performance.now();
    const { status } = await api.request(key, { body: bodyOf(email) });
    const took = performance.now() - from;
    if (status !== 202 && status !== 400) throw new Error(`${key} returned ${status}`);
    return took;
  };
  for (const kind of callsOf(WARM_ROUNDS)) await run(kind);
  for (const kind of callsOf(ROUNDS)) times.get(kind)?.push(await run(kind));
  return times;
};

/**
 * The probability that a random figure of the first list is greater than one of the second (area under the ROC curve),
 * whichever way it is further from a half. 0.5: the lists are alike.
 */
export const distinguishability = (first: readonly number[], second: readonly number[]): number => {
  const all = [...first.map((value) => ({ value, own: 1 })), ...second.map((value) => ({ value, own: 0 }))];
  all.sort((a, b) => a.value - b.value);
  let sum = 0;
  for (let start = 0, end = 0; start < all.length; start = end) {
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    const rank = (start + 1 + end) / 2;
    for (const { own } of all.slice(start, end)) sum += own * rank;
  }
  const auc = (sum - (first.length * (first.length + 1)) / 2) / (first.length * second.length);
  return Math.max(auc, 1 - auc);
};

/** What the time of a response reveals about an address, for each open endpoint. Takes several minutes. */
export const secrecyRows = async (): Promise<readonly Row[]> => {
  const stack = await startLocalStack();
  const [api, operator] = [openApi(stack.url), openOperator(stack)];
  try {
    const addresses = await createAddresses(stack, api);
    const rows: Row[] = [];
    for (const call of CALLS) {
      const times = await measureCalls(api, operator, addresses, call);
      const unknown = times.get('unknown') ?? [];
      const found = KINDS.filter((kind) => kind !== 'unknown').map(
        (kind) => [kind, distinguishability(times.get(kind) ?? [], unknown)] as const,
      );
      rows.push({
        group: 'What response times reveal about an address (AUC; 0.5: nothing)',
        measure: call.key,
        figure: Math.max(...found.map(([, auc]) => auc)),
        unit: '',
        target: atMost(MOST_AUC),
        note: `${found.map(([kind, auc]) => `${kind} ${auc.toFixed(3)}`).join(', ')}; ${ROUNDS} calls of each kind`,
      });
    }
    return rows;
  } finally {
    for (const client of [api, operator]) client.close();
    await stack.stop();
  }
};
