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
import { atMost, type Target, type Row } from './report.ts';

/** The page size that the limit of capacity is set for. */
const PAGE = 24;
/** The page that must cost no more than the first. A smaller catalog uses its last full page. */
const DEEP_PAGE = 1000;
/** The same for filtered lists. */
const DEEP_FILTERED_PAGE = 100;
/** More than one page of the history. */
const WATCHED = 12;
/** Target: a request at 1 M items costs at most this many times what it costs at 10 k. */
const GROWTH = 1.3;

const groupOf = (items: number): string =>
  `Calls and capacity per request at ${items.toLocaleString('en')} items, without rights`;

/** The data that capacity is measured on. */
export interface CapacityRun {
  readonly dataFolder: string;
  /** Content items, people and audit log entries during the measurement. */
  readonly items: number;
  /** How many of each must be stored first. The rest already exist. */
  readonly seed: number;
}

/** Results that later phases use. */
export interface CapacityResult {
  readonly rows: readonly Row[];
  /** Name of the table that contains the items. */
  readonly table: string;
  readonly categories: readonly Category[];
  /** The environment variables that the template sets, by function folder. */
  readonly variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Folders of the functions that handle API requests. Background work of other functions is no cost of a request. */
const apiFunctions = new Set(readdirSync(join(repositoryRoot, 'lambdas', 'api')));

/** Routes the AWS calls of every API function through the meter. Call this before their first event. */
const meterFunctions = ({ functions }: RunningCloud, url: string): CapacityResult['variables'] => {
  const variables: Record<string, Readonly<Record<string, string>>> = {};
  for (const definition of functions.list()) {
    variables[definition.folder] = definition.environment;
    if (apiFunctions.has(definition.folder))
      functions.define({ ...definition, environment: { ...definition.environment, ...meteredVariables(url) } });
  }
  return variables;
};

const noteOf = ({ calls, readUnits, writeUnits, rights }: Metered): string => {
  const counted = new Map<string, number>();
  for (const call of calls) counted.set(call, (counted.get(call) ?? 0) + 1);
  const names = [...counted].map(([name, count]) => (count === 1 ? name : `${count} × ${name}`)).join(', ');
  const split = writeUnits > 0 ? ` (${readUnits} read, ${writeUnits} written)` : '';
  return `${names || 'no calls'}${split}; rights ${rights.readUnits} in ${rights.calls}`;
};

/** The cursor of page `page`, found by reading all pages before it. */
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

interface Tokens {
  readonly admin: string;
  readonly listener: string;
}

/** Measures requests one by one and collects their rows. */
const openMeasurements = (meter: Meter, items: number) => {
  const group = groupOf(items);
  const rows: Row[] = [];
  return {
    rows,
    /** Adds the cost of a request. The first call only loads the function's parameters and keys. */
    async add(measure: string, target: Target | undefined, request: () => Promise<unknown>): Promise<Metered> {
      await request();
      meter.take();
      await request();
      const metered = meter.take();
      const figure = metered.readUnits + metered.writeUnits;
      rows.push({ group, measure, figure, unit: 'units', ...(target ? { target } : {}), note: noteOf(metered) });
      return metered;
    },
    addCount: (measure: string, figure: number): void =>
      void rows.push({ group, measure, figure, unit: '', target: atMost(1) }),
    /** Adds the cost of a deep page relative to page 1, which it must not exceed. */
    addRatio: (measure: string, figure: number): void =>
      void rows.push({ group, measure, figure, unit: '×', target: atMost(1) }),
  };
};
type Measurements = ReturnType<typeof openMeasurements>;

const unitsOf = ({ readUnits, writeUnits }: Metered): number => readUnits + writeUnits;

const measureFeed = async (
  { add, addCount, addRatio }: Measurements,
  api: Api,
  { listener }: Tokens,
  items: number,
): Promise<void> => {
  const feed = (query: Parameters<typeof api.call<'catalog.list-content'>>[1]['query']) =>
    api.call('catalog.list-content', { query: { limit: PAGE, ...query } }, listener);
  const categoryId = (await feed({})).items[0]?.category_id ?? '';
  const deepPage = Math.min(DEEP_PAGE, Math.floor(items / PAGE));
  const cursor = await cursorOfPage(deepPage, (at) => feed(at));
  const first = await add(`feed, page 1 of ${PAGE}`, atMost(2.5), () => feed({}));
  addCount('feed, calls of AWS services', first.calls.length);
  const deep = await add(`feed, page ${deepPage}`, atMost(2.5), () => feed({ cursor }));
  addRatio(`feed, page ${deepPage} relative to page 1`, unitsOf(deep) / unitsOf(first));
  await add('feed of a category', atMost(2.5), () => feed({ category_id: categoryId }));
  await add('feed of a type', atMost(2.5), () => feed({ content_type: 'music' }));
};

const measureListening = async (
  { add }: Measurements,
  api: Api,
  { listener }: Tokens,
  ids: readonly string[],
): Promise<void> => {
  const [contentId = ''] = ids;
  await add('detail', atMost(1), () => api.call('catalog.get-content', { params: { id: contentId } }, listener));
  await add('history, page of 10', atMost(1), () => api.call('history.list-history', { query: {} }, listener));
  await add('media URL', atMost(2), () => api.call('playback.get-media-url', { body: { contentId } }, listener));
  await add('record a play in the history', undefined, () =>
    api.call('history.record-history', { body: { content_id: contentId } }, listener),
  );
  const stamp = {
    device: { id: 'a-device-of-the-bench', label: 'Chrome on Linux' },
    base_version: 0,
    writer: 'a-page-of-the-bench',
  };
  const savePosition = (number: number) =>
    api.call(
      'history.save-position',
      { params: { contentId }, body: { position_seconds: 60, duration_seconds: 600, ...stamp, number } },
      listener,
    );
  await add('save the first playback position', undefined, () => savePosition(1));
  await add('save the next playback position', undefined, () => savePosition(2));
  await add('playback positions', undefined, () => api.call('history.list-positions', {}, listener));
  await add(`save a queue of ${PAGE}`, undefined, () =>
    api.call(
      'history.save-queue',
      { body: { content_ids: [...ids], index: 0, position_seconds: 0, ...stamp, number: 1 } },
      listener,
    ),
  );
  await add('queue with its titles', undefined, () => api.call('history.get-queue', { query: {} }, listener));
  await add('categories', undefined, () => api.call('catalog.list-categories', {}, listener));
  await add('me', undefined, () => api.call('account.get-me', {}, listener));
};

type Page = { readonly cursor?: string };
type Listed = { readonly next_cursor: string | null };

const measureAdministration = async (
  { add, addRatio }: Measurements,
  api: Api,
  { admin }: Tokens,
  items: number,
): Promise<void> => {
  const content = (query: Parameters<typeof api.call<'content.list-all-content'>>[1]['query']) => (at: Page) =>
    api.call('content.list-all-content', { query: { limit: PAGE, ...query, ...at } }, admin);
  const people = (at: Page) => api.call('people.list-people', { query: { limit: PAGE, ...at } }, admin);
  const audit = (query: Parameters<typeof api.call<'audit.list-entries'>>[1]['query']) => (at: Page) =>
    api.call('audit.list-entries', { query: { limit: PAGE, ...query, ...at } }, admin);
  const lists: readonly (readonly [name: string, deepest: number, list: (at: Page) => Promise<Listed>])[] = [
    ['content', DEEP_PAGE, content({})],
    ['content of a type', DEEP_FILTERED_PAGE, content({ content_type: 'video' })],
    ['published content by title', DEEP_FILTERED_PAGE, content({ status: 'published', sort: 'title' })],
    ['people', DEEP_PAGE, people],
    ['audit log', DEEP_PAGE, audit({})],
    ['audit log by actor', DEEP_FILTERED_PAGE, audit({ actor_id: BUSY_ACTOR })],
    ['audit log by action', DEEP_FILTERED_PAGE, audit({ action: BUSY_ACTION })],
  ];
  for (const [name, deepest, list] of lists) {
    // A third of the items are of the rarer type.
    const page = Math.min(deepest, Math.floor(items / PAGE / 3));
    const cursor = await cursorOfPage(page, list);
    const first = await add(`administrators: ${name}, page 1 of ${PAGE}`, undefined, () => list({}));
    const deep = await add(`administrators: ${name}, page ${page}`, undefined, () => list({ cursor }));
    addRatio(`administrators: ${name}, page ${page} relative to page 1`, deep.readUnits / first.readUnits);
  }
};

const measureAll = async (api: Api, meter: Meter, tokens: Tokens, items: number): Promise<readonly Row[]> => {
  const { items: cards } = await api.call('catalog.list-content', { query: { limit: PAGE } }, tokens.listener);
  if (!cards[0]?.category_id || cards.length < PAGE) throw new Error('The catalog was not stored');
  const ids = cards.map(({ id }) => id);
  for (const id of ids.slice(0, WATCHED))
    await api.call('history.record-history', { body: { content_id: id } }, tokens.listener);
  const measurements = openMeasurements(meter, items);
  await measureFeed(measurements, api, tokens, items);
  await measureListening(measurements, api, tokens, ids);
  await measureAdministration(measurements, api, tokens, items);
  return measurements.rows;
};

/** Cost of each request at the large catalog, relative to the small one. */
export const growthRows = (
  small: readonly Row[],
  large: readonly Row[],
  items: { readonly small: number; readonly large: number },
): readonly Row[] =>
  large.flatMap(({ measure, figure, unit }) => {
    const before = unit === 'units' ? small.find((row) => row.measure === measure) : undefined;
    if (!before || figure === null || before.figure === null) return [];
    return [
      {
        group: `${items.large.toLocaleString('en')} items relative to ${items.small.toLocaleString('en')}`,
        measure,
        figure: figure / before.figure,
        unit: '×',
        target: atMost(GROWTH),
      },
    ];
  });

/**
 * Runs the stack of a data folder in this process, seeds it and measures the capacity that requests consume. Site,
 * gateway, bundles and engines are the real ones; only the functions' AWS endpoint is behind a meter. The seeded items
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
  const meter = await startMeter(cloud.env);
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
