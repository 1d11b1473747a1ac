import { searchRoutes } from '../../../lambdas/api/search/routes.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { documentOf, type Audience } from '../../../lambdas/domain/search/document.ts';
import { createPackedIndex } from '../../../lambdas/domain/search/packed-index.ts';
import { openParts, packDocuments } from '../../../lambdas/domain/search/packing.ts';
import { signInOf } from '../../../lambdas/domain/accounts/sign-in.ts';
import type { Actor } from '../../../lambdas/http/route.ts';
import { someContent } from '../../support/content.ts';
import { PERSON } from '../../support/http.ts';

const listener: Actor = { userId: PERSON, role: 'user', plan: 'free', signIn: signInOf({}) };
const admin: Actor = { ...listener, role: 'admin' };
const place = { q: 'meadow', limit: 24 };

/**
 * The search over indexes that stay as they were when these contents were like this, whatever became of them in the
 * table.
 */
const setUp = (indexed: readonly Content[], table: readonly Content[]) => {
  const indexOf = (audience: Audience) =>
    createPackedIndex(
      openParts(packDocuments(indexed.flatMap((content) => documentOf({ ...content }, audience) ?? []))),
    );
  const [index, staffIndex] = [indexOf('everybody'), indexOf('staff')];
  const [published, all] = searchRoutes({
    index: { current: async () => index },
    staffIndex: { current: async () => staffIndex },
    publicCatalog: true,
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
    naive: index.search({ text: place.q }).map(({ id }) => id),
    found: (query: object, actor?: Actor) => ask(published, { ...place, ...query }, actor),
    staffFound: (query: object = {}) => ask(all, { ...place, ...query }, admin),
    reviewed: async (query: object = {}) =>
      answerOf(all, { ...place, status: 'pending', ...query }, { ...listener, role: 'moderator' }),
  };
};

const film = someContent({ title: 'Meadow' });
const other = someContent({ title: 'Meadow at dawn' });

describe('an index that still has what is published no longer', () => {
  it.each<[string, readonly Content[]]>([
    ['taken back', [{ ...film, status: 'draft' }]],
    ['sent to review again', [{ ...film, status: 'pending' }]],
    ['deleted, its files not yet', [{ ...film, deleted_at: '2026-02-01T00:00:00.000Z' }]],
    ['gone', []],
  ])('shows nobody what was %s; the control, which believes the index, does', async (_what, now) => {
    const { found, naive } = setUp([film, other], [...now, other]);
    expect(naive).toEqual([film.id, other.id]);
    expect([await found({}), await found({}, listener), await found({}, admin)]).toEqual([
      [other.id],
      [other.id],
      [other.id],
    ]);
  });

  it('shows what is public no longer to whom is signed in alone', async () => {
    const { found } = setUp([film, other], [{ ...film, is_publicly_accessible: false }, other]);
    expect([await found({}), await found({}, listener)]).toEqual([[other.id], [film.id, other.id]]);
  });

  it('keeps to the type and the category that a content has by now', async () => {
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

  it('leads on past what it may not show', async () => {
    const gone = Array.from({ length: 5 }, () => someContent({ title: 'Meadow' }));
    const { found } = setUp([other, ...gone], [other]);
    // Whole names first: the page of the gone ones is empty, and there is a next one.
    expect(await found({ limit: 5 }, listener)).toEqual([]);
    expect(await found({ limit: 6 }, listener)).toEqual([other.id]);
  });
});

describe('both indexes of staff', () => {
  it('show a content once, as it stands by now', async () => {
    const draft = someContent({ title: 'Meadow draft', status: 'draft' });
    const { staffFound } = setUp([film, draft], [film, { ...draft, status: 'published' }]);
    expect(await staffFound()).toEqual([film.id, draft.id]);
    expect([await staffFound({ status: 'draft' }), await staffFound({ status: 'published' })]).toEqual([[], [film.id]]);
  });

  it('show nothing that is deleted', async () => {
    const { staffFound } = setUp([film], [{ ...film, deleted_at: '2026-02-01T00:00:00.000Z' }]);
    expect(await staffFound()).toEqual([]);
  });

  it('tell a moderator of what is pending alone, not even by a number or another page how much else is found', async () => {
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
