import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { demoAccounts, demoPassword } from '../../bin/demo.ts';
import { startLocalCloud, type RunningCloud } from '../../infra/local/boot.ts';
import type { Category } from '../../lambdas/contract/content/catalog.ts';
import { openApi, type Api } from '../support/api.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { openSession } from '../support/stack/session.ts';
import { seedCatalog } from './catalog.ts';
import { BUSY_ACTION, BUSY_ACTOR, seedAudit, seedPeople } from './crowd.ts';
import { meteredVariables, startMeter, type Meter, type Metered } from './meter.ts';
import { atMost, type Bar, type Row } from './report.ts';

/** The page that quality.md prices. */
const PAGE = 24;
/** The page that must cost what the first costs; a smaller catalog takes its last full one. */
const DEEP_PAGE = 1000;
/** The same for filtered lists. */
const DEEP_FILTERED_PAGE = 100;
/** More than a page of the history. */
const WATCHED = 12;
/** quality.md: 1 M items cost at most this much of what 10 k cost. */
const GROWTH = 1.3;

const groupOf = (items: number): string =>
  `Calls and capacity per request at ${items.toLocaleString('en')} items, rights apart`;

/** What capacity is measured on. */
export interface CapacityRun {
  readonly dataFolder: string;
  /** Contents, people and entries of the audit log while it is measured. */
  readonly items: number;
  /** How many of each are to be stored first; the others are there. */
  readonly seed: number;
}

/** What the capacity phase leaves to the phases after it. */
export interface CapacityResult {
  readonly rows: readonly Row[];
  /** Name of the table that holds the contents. */
  readonly table: string;
  readonly categories: readonly Category[];
  /** The template's variables of each function, by folder name. */
  readonly variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * The functions that answer requests. What the others do behind them, seeded items among it, is no cost of a request.
 */
const answering = new Set(readdirSync(join(repositoryRoot, 'lambdas', 'api')));

/** Sends the calls of every function that answers requests through the meter. Before their first event. */
const meterFunctions = ({ functions }: RunningCloud, url: string): CapacityResult['variables'] => {
  const variables: Record<string, Readonly<Record<string, string>>> = {};
  for (const definition of functions.list()) {
    variables[definition.folder] = definition.environment;
    if (answering.has(definition.folder))
      functions.define({ ...definition, environment: { ...definition.environment, ...meteredVariables(url) } });
  }
  return variables;
};

const markOf = ({ calls, readUnits, writeUnits, rights }: Metered): string => {
  const counted = new Map<string, number>();
  for (const call of calls) counted.set(call, (counted.get(call) ?? 0) + 1);
  const names = [...counted].map(([name, count]) => (count === 1 ? name : `${count} × ${name}`)).join(', ');
  const split = writeUnits > 0 ? ` (${readUnits} read, ${writeUnits} written)` : '';
  return `${names || 'no call'}${split}; rights ${rights.readUnits} in ${rights.calls}`;
};

/** The cursor of page `page`, found by reading every page before it. */
const cursorOfPage = async (
  page: number,
  list: (at: { readonly cursor?: string }) => Promise<{ readonly next_cursor: string | null }>,
): Promise<string> => {
  let cursor: string | undefined;
  for (let read = 1; read < page; read += 1) {
    const answer = await list(cursor === undefined ? {} : { cursor });
    if (answer.next_cursor === null) throw new Error(`The list ends after ${read} pages`);
    cursor = answer.next_cursor;
  }
  if (cursor === undefined) throw new Error('The catalog is too small for a second page');
  return cursor;
};

const measureAll = async (
  api: Api,
  meter: Meter,
  tokens: { readonly admin: string; readonly listener: string },
  items: number,
): Promise<readonly Row[]> => {
  const { admin, listener } = tokens;
  const group = groupOf(items);
  const rows: Row[] = [];
  /** One request by a function that has its parameters and keys already. */
  const cost = async (work: () => Promise<unknown>): Promise<Metered> => {
    await work();
    meter.take();
    await work();
    return meter.take();
  };
  const add = async (measure: string, bar: Bar | undefined, work: () => Promise<unknown>): Promise<Metered> => {
    const metered = await cost(work);
    const figure = metered.readUnits + metered.writeUnits;
    rows.push({ group, measure, figure, unit: 'units', ...(bar ? { bar } : {}), note: markOf(metered) });
    return metered;
  };
  const feed = (query: Parameters<typeof api.call<'catalog.list-content'>>[1]['query'], token = listener) =>
    api.call('catalog.list-content', { query: { limit: PAGE, ...query } }, token);

  const { items: cards } = await feed({});
  const sample = cards[0];
  if (!sample?.category_id || cards.length < PAGE) throw new Error('The catalog was not stored');
  for (const { id } of cards.slice(0, WATCHED))
    await api.call('history.record-history', { body: { content_id: id } }, listener);

  const deepPage = Math.min(DEEP_PAGE, Math.floor(items / PAGE));
  const cursor = await cursorOfPage(deepPage, (at) => feed(at));
  const first = await add(`feed, page 1 of ${PAGE}`, atMost(2.5), () => feed({}));
  rows.push({ group, measure: 'feed, dependency calls', figure: first.calls.length, unit: '', bar: atMost(1) });
  const deep = await add(`feed, page ${deepPage}`, atMost(2.5), () => feed({ cursor }));
  rows.push({
    group,
    measure: `feed, page ${deepPage} against page 1`,
    figure: (deep.readUnits + deep.writeUnits) / (first.readUnits + first.writeUnits),
    unit: '×',
    bar: atMost(1),
  });
  await add('feed of a category', atMost(2.5), () => feed({ category_id: sample.category_id ?? '' }));
  await add('feed of a type', atMost(2.5), () => feed({ content_type: 'music' }));
  await add('detail', atMost(1), () => api.call('catalog.get-content', { params: { id: sample.id } }, listener));
  await add('history, page of 10', atMost(1), () => api.call('history.list-history', { query: {} }, listener));
  await add('media-url', atMost(2), () =>
    api.call('playback.get-media-url', { body: { contentId: sample.id } }, listener),
  );
  await add('note a play in the history', undefined, () =>
    api.call('history.record-history', { body: { content_id: sample.id } }, listener),
  );
  const stamp = {
    device: { id: 'a-device-of-the-bench', label: 'Chrome on Linux' },
    base_version: 0,
    writer: 'a-page-of-the-bench',
  };
  const savePosition = (number: number) =>
    api.call(
      'history.save-position',
      { params: { contentId: sample.id }, body: { position_seconds: 60, duration_seconds: 600, ...stamp, number } },
      listener,
    );
  await add('a first place', undefined, () => savePosition(1));
  await add('the next place', undefined, () => savePosition(2));
  await add('places', undefined, () => api.call('history.list-positions', {}, listener));
  await add(`save a queue of ${PAGE}`, undefined, () =>
    api.call(
      'history.save-queue',
      { body: { content_ids: cards.map(({ id }) => id), index: 0, position_seconds: 0, ...stamp, number: 1 } },
      listener,
    ),
  );
  await add('read it with its contents', undefined, () => api.call('history.get-queue', { query: {} }, listener));
  await add('categories', undefined, () => api.call('catalog.list-categories', {}, listener));
  await add('me', undefined, () => api.call('account.get-me', {}, listener));
  type Page = { readonly cursor?: string };
  type Listed = { readonly next_cursor: string | null };
  const contents = (query: Parameters<typeof api.call<'content.list-all-content'>>[1]['query']) => (at: Page) =>
    api.call('content.list-all-content', { query: { limit: PAGE, ...query, ...at } }, admin);
  const people = (at: Page) => api.call('people.list-people', { query: { limit: PAGE, ...at } }, admin);
  const audit = (query: Parameters<typeof api.call<'audit.list-entries'>>[1]['query']) => (at: Page) =>
    api.call('audit.list-entries', { query: { limit: PAGE, ...query, ...at } }, admin);
  const lists: readonly (readonly [name: string, deepest: number, list: (at: Page) => Promise<Listed>])[] = [
    ['contents', DEEP_PAGE, contents({})],
    ['contents of a type', DEEP_FILTERED_PAGE, contents({ content_type: 'video' })],
    ['published contents by title', DEEP_FILTERED_PAGE, contents({ status: 'published', sort: 'title' })],
    ['people', DEEP_PAGE, people],
    ['audit log', DEEP_PAGE, audit({})],
    ['audit log of a person', DEEP_FILTERED_PAGE, audit({ actor_id: BUSY_ACTOR })],
    ['audit log of an act', DEEP_FILTERED_PAGE, audit({ action: BUSY_ACTION })],
  ];
  for (const [name, deepest, list] of lists) {
    // A third of the contents are of the other type.
    const page = Math.min(deepest, Math.floor(items / PAGE / 3));
    const cursor = await cursorOfPage(page, list);
    const begin = await add(`administrators: ${name}, page 1 of ${PAGE}`, undefined, () => list({}));
    const far = await add(`administrators: ${name}, page ${page}`, undefined, () => list({ cursor }));
    rows.push({
      group,
      measure: `administrators: ${name}, page ${page} against page 1`,
      figure: far.readUnits / begin.readUnits,
      unit: '×',
      bar: atMost(1),
    });
  }
  return rows;
};

/** What requests cost in a grown catalog against a small one: the rows that both have. */
export const growthRows = (
  small: readonly Row[],
  large: readonly Row[],
  items: { readonly small: number; readonly large: number },
): readonly Row[] =>
  large.flatMap(({ measure, figure, unit }) => {
    const before = unit === 'units' ? small.find((row) => row.measure === measure) : undefined;
    if (!before) return [];
    return [
      {
        group: `${items.large.toLocaleString('en')} items against ${items.small.toLocaleString('en')}`,
        measure,
        figure: figure / before.figure,
        unit: '×',
        bar: atMost(GROWTH),
      },
    ];
  });

/**
 * Runs the stack of a data folder in this process, stores contents and measures what requests cost at the database:
 * site, gateway, bundles and engines are the real ones, with a meter before the functions' AWS endpoint. The contents
 * stay in the folder.
 */
export const measureCapacity = async (
  { dataFolder, items, seed }: CapacityRun,
  onStop: (stop: () => Promise<void>) => void,
): Promise<CapacityResult> => {
  const cloud = await startLocalCloud({
    assemblyDir: join(dataFolder, 'cdk.out'),
    dataDir: dataFolder,
    port: 0,
    onLog: (folder, line) => {
      if (/"level":"error"/i.test(line)) console.error(`[${folder}] ${line}`);
    },
  });
  onStop(cloud.stop);
  const endpoint = cloud.env['AWS_ENDPOINT_URL'] ?? '';
  const meter = await startMeter(endpoint);
  onStop(meter.close);
  const api = openApi(cloud.url);
  const session = await openSession(cloud.url);
  const database = new DynamoDBClient({
    region: cloud.env['AWS_REGION'] ?? '',
    endpoint,
    credentials: {
      accessKeyId: cloud.env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: cloud.env['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  try {
    const variables = meterFunctions(cloud, meter.url);
    const tokens = {
      admin: await session.signIn(demoAccounts.admin.email, demoPassword),
      listener: await session.signIn(demoAccounts.listener.email, demoPassword),
    };
    const { items: categories } = await api.call('catalog.list-categories', {}, tokens.listener);
    const table = cloud.outputs['Soundstage-local-Data']?.['TableName'] ?? '';
    const target = { documents: DynamoDBDocumentClient.from(database), table, categories };
    await seedCatalog(target, seed);
    await seedPeople(target, seed);
    await seedAudit(target, seed);
    return { rows: await measureAll(api, meter, tokens, items), variables, table, categories };
  } finally {
    database.destroy();
    session.close();
    api.close();
    await meter.close();
    await cloud.stop();
  }
};
