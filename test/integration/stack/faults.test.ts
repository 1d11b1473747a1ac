import type { EndpointKey } from '../../../lambdas/contract/index.ts';
import { openApi, type Api, type LooseInput } from '../../support/api.ts';
import { openConsole, type ConsoleClient } from '../../support/stack/console.ts';
import { endpointRows, type Row } from '../../support/rows/endpoint-rows.ts';
import { startLocalStack, waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, type Operator } from '../../support/stack/operator.ts';
import { inTurns, type RawAnswer } from '../../support/attacks/raw-http.ts';
import { openAccounts, type Accounts, type Person } from '../../support/stack/sign-in.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';
import { openUploads } from '../../support/worlds/uploading.ts';

jest.setTimeout(240_000);

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let cloud: ConsoleClient;
let admin: Person;
let listener: Person;
let category: string;

/** Every dependency of a request. */
const DEPENDENCIES = [
  'dynamodb',
  's3',
  'ssm',
  'events',
  'mediaconvert',
  'cognito-idp',
  'cloudfront',
  'sqs',
  'email',
  'execute-api',
] as const;

/** What people do most: browse, detail, history, play. */
const reading = (content: string): readonly (readonly [EndpointKey, LooseInput])[] => [
  ['catalog.list-content', { query: { limit: '5' } }],
  ['catalog.get-content', { params: { id: content } }],
  ['catalog.list-categories', {}],
  ['history.list-history', {}],
  ['history.record-history', { body: { content_id: content } }],
  ['playback.get-media-url', { body: { contentId: content } }],
  ['account.get-me', {}],
];

const freshRows = async (): Promise<readonly Row[]> => {
  const { rows, stored } = endpointRows(category, { owner: listener.id, reader: listener.id, keeper: admin.id });
  await operator.put(...stored);
  return rows;
};
const contentOf = (rows: readonly Row[]): string =>
  rows.find(({ key }) => key === 'catalog.get-content')?.input.params?.['id'] ?? '';

/** What the function of a problem wrote to its log. */
const logged = (problem: string): string => {
  const id = /"requestId":"([^"]+)"/.exec(problem)?.[1];
  return id === undefined
    ? ''
    : stack
        .output()
        .split('\n')
        .filter((line) => line.includes(id))
        .join('\n');
};

/** Environments that the local cloud gives a function. More calls of one at once would only wait for each other. */
const ENVIRONMENTS = 3;

/** Does something for each row, with all functions at once: each waits for its own repetitions. */
const allFunctions = async (rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> => {
  const groups = Map.groupBy(rows, ({ key }) => key.split('.')[0]);
  await Promise.all([...groups.values()].map((group) => inTurns(group, work, ENVIRONMENTS)));
};

beforeAll(async () => {
  stack = await startLocalStack();
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  cloud = openConsole(stack.url);
  [admin, listener] = await Promise.all([accounts.demo('admin'), accounts.demo('listener')]);
  // The organization's own creator is made at first need.
  await api.call('catalog.list-creators', {}, admin.token);
  category = (await api.call('catalog.create-category', { body: { name: 'Faults' } }, admin.token)).id;
});
afterEach(() => cloud.heal());
afterAll(async () => {
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
});

describe('a fifth of the calls of every dependency', () => {
  it.each(['throttled', 'failing', 'down'] as const)('%s: no visible 5xx, and nothing done twice', async (kind) => {
    const rows = await freshRows();
    const content = contentOf(rows);
    for (const dependency of DEPENDENCIES) await cloud.fault({ dependency, kind, share: 0.2 });

    const answers: { what: string; answer: RawAnswer; expected: number }[] = [];
    const ask = async (key: EndpointKey, input: LooseInput, person: Person, expected: number): Promise<void> => {
      answers.push({ what: key, answer: await api.ask(key, input, person.token), expected });
    };
    const names = Array.from({ length: 20 }, (_, index) => `${kind} ${index}`);
    const work = [
      ...rows
        .filter(({ key }) => key !== 'catalog.create-category')
        .map((row) => () => ask(row.key, row.input, admin, row.success)),
      ...names.map((name) => () => ask('catalog.create-category', { body: { name } }, admin, 201)),
      ...Array.from({ length: 20 }, () => reading(content))
        .flat()
        .map(
          ([key, input]) =>
            () =>
              ask(key, input, listener, 200),
        ),
    ];
    await inTurns(work, (task) => task());
    const met = await cloud.faults();
    await cloud.heal();

    const sum = (pick: 'calls' | 'met') => met.reduce((total, fault) => total + fault[pick], 0);
    const wrong = answers
      .filter(({ answer, expected }) => answer.status !== expected)
      .map(
        ({ what, answer, expected }) =>
          `${what}: ${answer.status}, not ${expected}: ${answer.text.slice(0, 200)} ${logged(answer.text)}`,
      );
    console.log(
      `${kind}: ${answers.length} requests, ${sum('calls')} calls of dependencies, ${sum('met')} of them met; ${wrong.length} wrong answers`,
    );
    expect(sum('met')).toBeGreaterThan(20);
    expect(wrong).toEqual([]);

    const { items } = await api.call('catalog.list-categories', {}, admin.token);
    expect(
      items
        .filter(({ name }) => names.includes(name))
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...names].sort());
    const history = await api.call('history.list-history', { query: { limit: '100' } } as never, listener.token);
    expect(
      (history as { items: { content_id: string }[] }).items.filter(({ content_id: id }) => id === content),
    ).toHaveLength(1);
  });

  it('converts each uploaded file once', async () => {
    for (const dependency of ['dynamodb', 'ssm', 'events', 'mediaconvert', 'cloudfront'])
      await cloud.fault({ dependency, kind: 'throttled', share: 0.2 });
    const uploads = openUploads(api, admin.token);
    const made = await Promise.all(
      ['one', 'two', 'three'].map((name) => uploads.make(`Faulty ${name}`, `${name}.wav`, tinyWav(), 'music')),
    );
    for (const id of made) {
      await waitFor(
        `the conversion of ${id}`,
        async () => {
          const answer = await api.call('catalog.get-content', { params: { id } }, admin.token);
          return answer.conversion_status === 'completed' ? true : undefined;
        },
        150_000,
      );
    }
    const jobs = (await cloud.conversions()).filter(({ inputs }) =>
      made.some((id) => inputs.some((input) => input.includes(id))),
    );
    console.log(`${made.length} files, ${jobs.length} jobs`);
    expect(jobs.map(({ status }) => status)).toEqual(made.map(() => 'COMPLETE'));
  });
});

describe('every call of a dependency', () => {
  it('of the database: 503 with Retry-After wherever it is needed, in time, and the rest goes on', async () => {
    const rows = await freshRows();
    for (const kind of ['throttled', 'failing', 'down'] as const) {
      await cloud.fault({ dependency: 'dynamodb', kind });
      const wrong: string[] = [];
      let slowest = 0;
      await allFunctions(
        rows.filter(({ key }) => key !== 'docs.get-openapi'),
        async ({ key, input }) => {
          const began = Date.now();
          const answer = await api.ask(key, input, admin.token);
          slowest = Math.max(slowest, Date.now() - began);
          const code = answer.status === 503 ? (JSON.parse(answer.text) as { code?: string }).code : undefined;
          if (answer.status !== 503 || code !== 'unavailable' || !/^\d+$/.test(answer.headers['retry-after'] ?? '')) {
            wrong.push(
              `${key}: ${answer.status} retry-after=${answer.headers['retry-after'] ?? 'none'} ${answer.text.slice(0, 160)}`,
            );
          }
        },
      );
      console.log(`the database ${kind}: ${rows.length - 1} calls, slowest answer after ${slowest} ms`);
      expect(wrong).toEqual([]);
      expect(slowest).toBeLessThan(15_000);
      // Screens without the database.
      for (const path of ['/', '/config.json', '/auth', '/api/openapi.json']) {
        expect([path, (await api.send(path)).status]).toEqual([path, 200]);
      }
      expect((await accounts.demo('listener')).token).not.toBe('');
      expect(await cloud.heal()).toEqual({ healed: 1 });
      expect((await api.ask('catalog.list-content', {}, listener.token)).status).toBe(200);
    }
  });

  it('of any other: browse, detail, play and history stay', async () => {
    const content = contentOf(await freshRows());
    // Once, so that what a container keeps is kept: parameters are read at its first request.
    for (const [key, input] of reading(content)) await api.ask(key, input, listener.token);
    const wrong: string[] = [];
    for (const dependency of DEPENDENCIES.filter((name) => name !== 'dynamodb')) {
      await cloud.fault({ dependency, kind: 'down' });
      for (const [key, input] of reading(content)) {
        const { status, text } = await api.ask(key, input, listener.token);
        if (status !== 200) wrong.push(`${dependency} down, ${key}: ${status} ${text.slice(0, 160)}`);
      }
      await cloud.heal();
    }
    expect(wrong).toEqual([]);
  });
});
