import type { Content } from '../../../lambdas/domain/content/content.ts';
import { startBusyMeter } from '../../support/busyness.ts';
import { contentItem, someContent, someDraft } from '../../support/content.ts';
import { openApi, type Api } from '../../support/api.ts';
import { someTranscript } from '../../support/transcripts.ts';
import { waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, type Operator } from '../../support/stack/operator.ts';
import { sharedStack } from '../../support/stack/shared-stack.ts';
import { openAccounts, type Accounts } from '../../support/stack/sign-in.ts';

/** A publication must be found within this many milliseconds. */
const FRESH_MS = 5000;

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let token: string;
let scansBefore: number;

beforeAll(async () => {
  stack = await sharedStack();
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  ({ token } = await accounts.demo('listener'));
  scansBefore = await operator.productScans();
  await found('anything');
});
afterAll(async () => {
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
});

const found = async (q: string, query: Readonly<Record<string, string | number>> = {}): Promise<readonly string[]> =>
  (await api.call('search.search-content', { query: { q, ...query } }, token)).items.map(({ id }) => id);
/** Milliseconds until the results of a search meet a condition, as on a quiet machine. */
const until = async (q: string, matches: (ids: readonly string[]) => boolean): Promise<number> => {
  const meter = startBusyMeter();
  const from = performance.now();
  await waitFor(`the results for "${q}"`, async () => (matches(await found(q)) ? true : undefined), 20_000);
  return (performance.now() - from) / meter.stop();
};

const film = someContent({ title: 'Überlingen & the Quiet Harbour', artist: 'Zoë Quartz', tags: ['shanty'] });
const published = { content: film, warm: 0 };

it('finds a publication within five seconds, and the next one too', async () => {
  await operator.put(contentItem(someContent({ title: 'Warming up the workers' })));
  published.warm = await until('warming', (ids) => ids.length > 0);
  await operator.put(contentItem(film));
  const fresh = await until('quiet harbour', (ids) => ids.includes(film.id));
  console.info(`found after ${Math.round(fresh)} ms; with cold workers ${Math.round(published.warm)} ms`);
  expect(fresh).toBeLessThanOrEqual(FRESH_MS);
});

it.each([
  ['accents', 'uberlingen'],
  ['case', 'HARBOUR'],
  ['part of a title', 'lingen & the q'],
  ['characters that the search form removes', 'uberlingen the quiet'],
  ['a typo', 'harbuor'],
  ['its artist', 'zoe quartz'],
  ['its tag', 'shanty'],
  ['words of several fields', 'shanty quartz harbour'],
])('finds it by %s', async (_what, text) => {
  expect(await found(text)).toEqual([film.id]);
});

it('filters by type and category', async () => {
  expect(await found('harbour', { content_type: 'music' })).toEqual([]);
  expect(await found('harbour', { content_type: 'video' })).toEqual([film.id]);
  expect(await found('harbour', { category_id: 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toEqual([]);
});

it('hides an item at once when it is unpublished or deleted', async () => {
  await operator.put(contentItem({ ...film, status: 'draft' }));
  expect(await found('quiet harbour')).toEqual([]);
  await operator.put(contentItem(film));
  await until('quiet harbour', (ids) => ids.includes(film.id));
  await operator.remove({ pk: `CONTENT#${film.id}`, sk: 'META' });
  expect(await found('quiet harbour')).toEqual([]);
});

it('returns pages without duplicates', async () => {
  const many = Array.from({ length: 7 }, (_, index) => someContent({ title: `Serial ${index}` }));
  await operator.put(...many.map(contentItem));
  await until('serial', (ids) => ids.length === many.length);
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.call(
      'search.search-content',
      { query: { q: 'serial', limit: 3, ...(cursor === undefined ? {} : { cursor }) } },
      token,
    );
    expect(page.total).toBe(many.length);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(ids).toEqual(
    many
      .map(({ id }) => id)
      .sort()
      .reverse(),
  );
});

it.each([
  ['nothing', ''],
  ['10,000 spaces', ' '.repeat(10_000)],
  ['101 characters', 'x'.repeat(101)],
  ['a control character', 'a\u0000b'],
])('rejects %s', async (_what, q) => {
  expect((await api.request('search.search-content', { query: { q } }, token)).status).toBe(400);
});

it.each(['(a+)+$', '.*', '́̈', '😀👩‍👩‍👧', '‮שלום', '%00', "' OR 1=1"])(
  'returns nothing for a hostile text (%#)',
  async (q) => {
    expect(await found(q)).toEqual([]);
  },
);

it('scans no table', async () => {
  expect((await operator.productScans()) - scansBefore).toBe(0);
});

it('lets only staff find unpublished items, also by status', async () => {
  const { token: staff } = await accounts.demo('admin');
  const hidden = someDraft({ title: 'An unplayed Kazoo Sonata' });
  await operator.put(contentItem(hidden));
  const all = async (query: { readonly status?: 'draft' | 'published' } = {}): Promise<readonly string[]> =>
    (await api.call('search.search-all-content', { query: { q: 'kazoo sonata', ...query } }, staff)).items.map(
      ({ id }) => id,
    );
  await waitFor(
    'the draft in the index of staff',
    async () => ((await all()).includes(hidden.id) ? true : undefined),
    20_000,
  );
  expect([await all({ status: 'draft' }), await all({ status: 'published' })]).toEqual([[hidden.id], []]);
  expect(await found('kazoo sonata')).toEqual([]);
  expect((await api.request('search.search-all-content', { query: { q: 'kazoo' } }, token)).status).toBe(403);
  await operator.put(contentItem({ ...hidden, status: 'published', revision: 2 }));
  await until('kazoo sonata', (ids) => ids.includes(hidden.id));
  await waitFor(
    'it once, as published',
    async () =>
      JSON.stringify([await all(), await all({ status: 'draft' })]) === JSON.stringify([[hidden.id], []])
        ? true
        : undefined,
    20_000,
  );
});

describe('a search in speech', () => {
  /** A transcript must be found by its new text within a minute of an edit. */
  const EDITED_MS = 60_000;
  const talk = someContent({ title: 'An address' });
  const lines = ['And so, my fellow Americans:', 'ask not what your xylophone can do for you,'];

  const putTranscript = (content: Content, texts: readonly string[], revision: number): Promise<void> =>
    operator.put(...someTranscript(content.id, content.source_version_id ?? '', texts, revision));
  const said = async (q: string, as: string | undefined = token) =>
    (await api.call('search.search-speech', { query: { q } }, as)).items.flatMap(({ content, sentences }) =>
      sentences.map(({ text, start_ms: at }) => [content.id, at, text]),
    );
  const untilSaid = async (q: string, expected: readonly unknown[]): Promise<number> => {
    const meter = startBusyMeter();
    const from = performance.now();
    await waitFor(
      `the sentences for "${q}"`,
      async () => (JSON.stringify(await said(q)) === JSON.stringify(expected) ? true : undefined),
      EDITED_MS,
    );
    return (performance.now() - from) / meter.stop();
  };

  it('finds a sentence with its second once the title is published', async () => {
    await operator.put(contentItem({ ...talk, status: 'pending' }));
    await putTranscript(talk, lines, 0);
    expect(await said('xylophone')).toEqual([]);
    await operator.put(contentItem({ ...talk, revision: 2 }));
    const took = await untilSaid('xylophone', [[talk.id, 4000, lines[1]]]);
    console.info(`speech found after ${Math.round(took)} ms`);
  });

  it('finds an edited sentence by its new text, and at once no longer by its old one', async () => {
    const edited = 'ask not what your country can do for you,';
    await putTranscript(talk, [lines[0] ?? '', edited], 1);
    expect(await said('xylophone')).toEqual([]);
    const took = await untilSaid('your country', [[talk.id, 4000, edited]]);
    console.info(`edit found after ${Math.round(took)} ms`);
    expect(took).toBeLessThan(EDITED_MS);
    // A typo in the query is tolerated.
    expect(await said('fellow amerians')).toEqual([[talk.id, 0, lines[0]]]);
  });

  it('shows premium titles only to those who can play them, and unpublished ones to no one', async () => {
    const { token: staff } = await accounts.demo('admin');
    await operator.put(contentItem({ ...talk, is_premium: true, revision: 3 }));
    expect([(await said('country')).length, (await said('country', staff)).length]).toEqual([0, 1]);
    await operator.put(contentItem({ ...talk, status: 'draft', revision: 4 }));
    expect([await said('country'), await said('country', staff)]).toEqual([[], []]);
    expect((await api.request('search.search-speech', { query: { q: 'country' } })).status).toBe(401);
  });

  it('rejects a query without text and a forged cursor', async () => {
    expect((await api.request('search.search-speech', { query: { q: ' ' } }, token)).status).toBe(400);
    const forged = { query: { q: 'country', cursor: 'forged' } };
    expect((await api.request('search.search-speech', forged, token)).status).toBe(400);
  });
});
