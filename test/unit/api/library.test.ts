import type { LibraryDeps } from '../../../lambdas/api/library/deps.ts';
import { libraryRoutes } from '../../../lambdas/api/library/routes.ts';
import type { AddOutcome } from '../../../lambdas/data/library/entry-repository.ts';
import type { ReportOutcome } from '../../../lambdas/data/library/playlist-report-repository.ts';
import type { LikeOutcome } from '../../../lambdas/data/library/like-repository.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { savedContent } from '../../../lambdas/domain/library/saved-content.ts';
import type { NewReport } from '../../../lambdas/domain/library/playlist-report.ts';
import type { StoredEntry, StoredPlaylist } from '../../../lambdas/domain/library/playlist.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { someContent, someDraft } from '../../support/content.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';
import { somePlaylist } from '../../support/rows/library-rows.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const OTHER_USER = '22222222-2222-4333-8444-555555555555';
const rights = {
  read: async (user_id: string) => ({ user_id, role: 'admin' as const, plan: 'free' as const, disabled: false }),
};
const verifier = { verify: async () => accessClaims() };
const signedIn = { headers: { authorization: 'Bearer a.b.c' }, claims: accessClaims() };
const seen = someContent({ title: 'Seen' });
const closed = someContent({ title: 'Closed', is_publicly_accessible: false });
const entryOf = (playlist: StoredPlaylist, content: Content, shown = true): StoredEntry => ({
  ...savedContent(content),
  playlist_id: playlist.id,
  user_id: playlist.user_id,
  order: 'V',
  added_at: NOW,
  shown,
});

const setUp = (
  playlist: StoredPlaylist,
  {
    publicCatalog = false,
    wait = undefined as number | undefined,
    report = 'accepted' as ReportOutcome,
    outcomes = [] as (LikeOutcome | AddOutcome)[],
    items = [seen] as Content[],
    entries = [] as StoredEntry[],
  } = {},
) => {
  const calls: string[] = [];
  const next =
    <T>(what: string) =>
    async () => (calls.push(what), outcomes.shift() as T);
  const deps = {
    likes: { like: next<LikeOutcome>('like'), unlike: async () => false },
    playlists: {
      get: async (id: string) => (id === playlist.id ? playlist : undefined),
      listEntries: async () => ({ items: entries, next_cursor: null }),
      saveEdit: async () => undefined,
    },
    reports: {
      add: async ({ user_id, reason, text }: NewReport) => (calls.push([user_id, reason, text].join(' ')), report),
    },
    counters: { take: async () => wait },
    entries: { add: next<AddOutcome>('add'), remove: async () => false, get: async () => undefined },
    content: { get: async (id: string) => items.find((one) => one.id === id) },
    profiles: {
      get: async () => ({
        id: playlist.user_id,
        email: 'owner@example.org',
        full_name: 'Some Body',
        created_at: NOW,
      }),
    },
    publicCatalog,
    newId: () => '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    now: () => NOW,
  } as unknown as LibraryDeps;
  return { calls, handler: httpFunction(libraryRoutes(deps), { rights, verifier, logger: silentLogger }) };
};
const get = (playlist: StoredPlaylist, tail = '') => ({
  routeKey: `GET /api/playlists/{id}${tail}`,
  params: { id: playlist.id },
});

describe("another user's playlist", () => {
  const of = (visibility: StoredPlaylist['visibility']) => somePlaylist(OTHER_USER, [], { visibility }).playlist;

  it('is visible to others unless it is private, even to staff, and never shows an email address', async () => {
    for (const shared of [of('unlisted'), of('public')]) {
      const { status, body } = await call(setUp(shared).handler, { ...get(shared), ...signedIn });
      expect([status, body]).toEqual([200, expect.objectContaining({ is_own: false, owner: { name: 'Some Body' } })]);
    }
    const own = of('private');
    for (const tail of ['', '/entries'])
      expect((await call(setUp(own).handler, { ...get(own, tail), ...signedIn })).problem.code).toBe(
        'playlist_not_found',
      );
  });

  it('is open to visitors if the catalog is public, without restricted titles', async () => {
    const shared = of('public');
    const entries = [
      entryOf(shared, seen),
      entryOf(shared, closed),
      entryOf(shared, someDraft({ title: 'Hidden' }), false),
    ];
    const titles = async (publicCatalog: boolean, caller: object) => {
      const answer = await call(setUp(shared, { publicCatalog, entries }).handler, {
        ...get(shared, '/entries'),
        ...caller,
      });
      return answer.status === 200
        ? (answer.body as { items: { content: { title: string } }[] }).items.map(({ content }) => content.title)
        : answer.problem.code;
    };
    expect(await titles(false, {})).toBe('unauthenticated');
    expect(await titles(true, {})).toEqual(['Seen']);
    expect(await titles(false, signedIn)).toEqual(['Seen', 'Closed']);
    const own = of('private');
    expect((await call(setUp(own, { publicCatalog: true }).handler, get(own))).problem.code).toBe('playlist_not_found');
  });

  it('can be reported with a reason and a text, as long as others can open it', async () => {
    const shared = of('public');
    const report = (playlist: StoredPlaylist, body: unknown, options: Parameters<typeof setUp>[1] = {}) => {
      const { handler, calls } = setUp(playlist, options);
      const request = { routeKey: 'PUT /api/playlists/{id}/report', params: { id: playlist.id }, body, ...signedIn };
      return call(handler, request).then(({ status, problem }) => ({ status, code: problem?.code, calls }));
    };
    expect(await report(shared, { reason: 'spam', text: ' Look ' })).toMatchObject({
      status: 204,
      calls: [`${PERSON} spam Look`],
    });
    for (const body of [{ reason: 'boring' }, { reason: 'spam', text: 'x'.repeat(501) }, {}])
      expect(await report(shared, body)).toMatchObject({ status: 400, calls: [] });
    expect(await report(of('private'), { reason: 'spam' })).toMatchObject({ code: 'playlist_not_found', calls: [] });
    expect(await report(shared, { reason: 'spam' }, { report: 'hidden' })).toMatchObject({
      code: 'playlist_not_found',
    });
    expect(await report(shared, { reason: 'spam' }, { wait: 5000 })).toMatchObject({ status: 429, calls: [] });
    const own = somePlaylist(PERSON, [], { visibility: 'public' }).playlist;
    expect(await report(own, { reason: 'spam' })).toMatchObject({ code: 'forbidden', calls: [] });
  });

  it('can be changed only by its owner', async () => {
    const shared = of('public');
    const { handler, calls } = setUp(shared);
    const entry = { params: { id: shared.id, contentId: seen.id } };
    const codes = await Promise.all([
      call(handler, { routeKey: 'PUT /api/playlists/{id}/entries/{contentId}', ...entry, ...signedIn }),
      call(handler, { routeKey: 'DELETE /api/playlists/{id}/entries/{contentId}', ...entry, ...signedIn }),
      call(handler, {
        routeKey: 'POST /api/playlists/{id}/entries/{contentId}/position',
        ...entry,
        body: { revision: 1, after: null },
        ...signedIn,
      }),
      call(handler, {
        routeKey: 'PATCH /api/playlists/{id}',
        params: { id: shared.id },
        body: { revision: 1, title: 'Mine' },
        ...signedIn,
      }),
      call(handler, { routeKey: 'DELETE /api/playlists/{id}', params: { id: shared.id }, ...signedIn }),
    ]);
    expect(codes.map(({ problem }) => problem.code)).toEqual(Array.from({ length: 5 }, () => 'playlist_not_found'));
    expect(calls).toEqual([]);
  });
});

describe("the user's own playlist", () => {
  const own = somePlaylist(PERSON, []).playlist;
  const add = {
    routeKey: 'PUT /api/playlists/{id}/entries/{contentId}',
    params: { id: own.id, contentId: seen.id },
    ...signedIn,
  };

  it('retries an addition after concurrent changes, and reports why it cannot be made', async () => {
    const { handler, calls } = setUp(own, { outcomes: ['changed', 'changed', 'added'] });
    expect((await call(handler, add)).body).toEqual({ added: true });
    expect(calls).toHaveLength(3);
    expect((await call(setUp(own, { outcomes: ['already'] }).handler, add)).body).toEqual({ added: false });
    expect((await call(setUp(own, { outcomes: ['full'] }).handler, add)).problem).toMatchObject({
      code: 'limit_reached',
      detail: 'A playlist can have up to 1,000 entries.',
    });
    expect(
      (await call(setUp(own, { outcomes: Array.from({ length: 99 }, () => 'changed' as const) }).handler, add)).problem
        .code,
    ).toBe('version_conflict');
  });

  it('accepts no draft, not even from an administrator', async () => {
    const draft = someDraft({ id: seen.id });
    expect((await call(setUp(own, { items: [draft] }).handler, add)).problem.code).toBe('content_not_found');
  });

  it('rejects an edit of an older revision', async () => {
    const edit = {
      routeKey: 'PATCH /api/playlists/{id}',
      params: { id: own.id },
      body: { revision: 7, title: 'New' },
      ...signedIn,
    };
    expect((await call(setUp(own).handler, edit)).problem.code).toBe('version_conflict');
  });
});

describe('a like', () => {
  const own = somePlaylist(PERSON, []).playlist;
  const like = { routeKey: 'PUT /api/likes/{contentId}', params: { contentId: seen.id }, ...signedIn };

  it('is stored once, also after a concurrent edit', async () => {
    for (const outcomes of [['liked'], ['already'], ['changed', 'liked']] as LikeOutcome[][])
      expect((await call(setUp(own, { outcomes }).handler, like)).status).toBe(204);
    expect((await call(setUp(own, { outcomes: ['full'] }).handler, like)).problem.code).toBe('limit_reached');
    expect((await call(setUp(own, { items: [someDraft({ id: seen.id })] }).handler, like)).problem.code).toBe(
      'content_not_found',
    );
  });

  it('can be removed when it is missing, with the same response for unknown content', async () => {
    const unlike = { ...like, routeKey: 'DELETE /api/likes/{contentId}' };
    expect((await call(setUp(own, { items: [someDraft({ id: seen.id })] }).handler, unlike)).status).toBe(204);
    expect((await call(setUp(own, { items: [] }).handler, unlike)).status).toBe(204);
  });
});
