import { searchRoutes } from '../../../lambdas/api/search/routes.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { documentOf, type Audience } from '../../../lambdas/domain/search/document.ts';
import { signInOf } from '../../../lambdas/domain/accounts/sign-in.ts';
import type { Actor } from '../../../lambdas/http/route.ts';
import { someContent } from '../../support/content.ts';
import { PERSON } from '../../support/http.ts';
import { titlesOf } from '../../support/search-store.ts';

const listener: Actor = { userId: PERSON, role: 'user', plan: 'free', signIn: signInOf({}) };
const admin: Actor = { ...listener, role: 'admin' };
const defaults = { q: 'meadow', limit: 24 };

/** The search routes over indexes of the items in `indexed`, with possibly newer items in `table`. */
const setUp = (indexed: readonly Content[], table: readonly Content[]) => {
  const indexOf = (audience: Audience) =>
    titlesOf(...indexed.flatMap((content) => documentOf({ ...content }, audience) ?? []));
  const [index, staffIndex] = [indexOf('published'), indexOf('staff')];
  const [published, , all] = searchRoutes({
    index: { current: async () => index },
    staffIndex: { current: async () => staffIndex },
    speechIndex: { current: () => Promise.reject(new Error('Not searched')) },
    sentences: { getMany: () => Promise.reject(new Error('Not read')) },
    publicCatalog: true,
    readStorage: async () => ({ bucket: 'uploads', region: 'us-east-1', distributionId: 'E1' }),
    content: {
      getMany: async (ids) =>
        new Map(table.filter(({ id }) => ids.includes(id)).map((content) => [content.id, content])),
    },
    cursors: createCursors(async () => Buffer.alloc(32, 7).toString('base64')),
  });
  interface Found {
    readonly items: readonly { readonly id: string }[];
    readonly next_cursor: string | null;
    readonly total: number;
  }
  const answerOf = async (route: typeof published, query: object, actor: Actor | undefined): Promise<Found> =>
    (await route?.handle({ query, actor, requestId: 'request-1' } as never))?.body as Found;
  const ask = async (route: typeof published, query: object, actor: Actor | undefined): Promise<readonly string[]> =>
    (await answerOf(route, query, actor)).items.map(({ id }) => id);
  return {
    indexOnly: index.search({ text: defaults.q }).map(({ id }) => id),
    found: (query: object, actor?: Actor) => ask(published, { ...defaults, ...query }, actor),
    staffFound: (query: object = {}) => ask(all, { ...defaults, ...query }, admin),
    reviewed: async (query: object = {}) =>
      answerOf(all, { ...defaults, status: 'pending', ...query }, { ...listener, role: 'moderator' }),
  };
};

const film = someContent({ title: 'Meadow' });
const other = someContent({ title: 'Meadow at dawn' });

describe('a search with an outdated index', () => {
  it.each<[string, readonly Content[]]>([
    ['unpublished', [{ ...film, status: 'draft' }]],
    ['returned to review', [{ ...film, status: 'pending' }]],
    ['deleted but not yet removed', [{ ...film, deleted_at: '2026-02-01T00:00:00.000Z' }]],
    ['removed', []],
  ])('does not return an item that was %s, unlike the index alone (control)', async (_what, now) => {
    const { found, indexOnly } = setUp([film, other], [...now, other]);
    expect(indexOnly).toEqual([film.id, other.id]);
    expect([await found({}), await found({}, listener), await found({}, admin)]).toEqual([
      [other.id],
      [other.id],
      [other.id],
    ]);
  });

  it('returns items that are no longer public only to signed-in users', async () => {
    const { found } = setUp([film, other], [{ ...film, is_publicly_accessible: false }, other]);
    expect([await found({}), await found({}, listener)]).toEqual([[other.id], [film.id, other.id]]);
  });

  it('filters by the current type and category', async () => {
    const category = 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const { found } = setUp(
      [{ ...film, category_id: category }],
      [{ ...film, content_type: 'music', category_id: null }],
    );
    expect([
      await found({ content_type: 'video' }, listener),
      await found({ category_id: category }, listener),
      await found({}, listener),
    ]).toEqual([[], [], [film.id]]);
  });

  it('continues to the next page after items that it must not show', async () => {
    const removed = Array.from({ length: 5 }, () => someContent({ title: 'Meadow' }));
    const { found } = setUp([other, ...removed], [other]);
    // Exact titles come first, so the first page has only removed items and is empty.
    expect(await found({ limit: 5 }, listener)).toEqual([]);
    expect(await found({ limit: 6 }, listener)).toEqual([other.id]);
  });
});

describe('a search by staff', () => {
  it('returns an item once, in its current state', async () => {
    const draft = someContent({ title: 'Meadow draft', status: 'draft' });
    const { staffFound } = setUp([film, draft], [film, { ...draft, status: 'published' }]);
    expect(await staffFound()).toEqual([film.id, draft.id]);
    expect([await staffFound({ status: 'draft' }), await staffFound({ status: 'published' })]).toEqual([[], [film.id]]);
  });

  it('does not return deleted items', async () => {
    const { staffFound } = setUp([film], [{ ...film, deleted_at: '2026-02-01T00:00:00.000Z' }]);
    expect(await staffFound()).toEqual([]);
  });

  it('reveals only pending items to moderators, also in the total and the number of pages', async () => {
    const drafts = Array.from({ length: 130 }, () => someContent({ title: 'Meadow', status: 'draft' }));
    const waiting = Array.from({ length: 3 }, () => someContent({ title: 'Meadow', status: 'pending' }));
    const deleted = someContent({ title: 'Meadow', status: 'pending', deleted_at: '2026-02-01T00:00:00.000Z' });
    const stored = [...waiting.slice(0, 1), ...drafts, ...waiting.slice(1)];
    const { reviewed } = setUp(stored, [...stored, deleted]);
    const { items, ...rest } = await reviewed();
    expect(items.map(({ id }) => id).sort()).toEqual(waiting.map(({ id }) => id).sort());
    expect(rest).toEqual({ next_cursor: null, total: 3 });
    const first = await reviewed({ limit: 2 });
    const second = await reviewed({ limit: 2, cursor: first.next_cursor });
    expect([first, second].map((page) => [page.items.length, page.total, page.next_cursor === null])).toEqual([
      [2, 3, false],
      [1, 3, true],
    ]);
    const none = setUp(drafts, drafts);
    expect(await none.reviewed()).toMatchObject({ items: [], next_cursor: null, total: 0 });
  });
});
