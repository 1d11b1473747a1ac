import type { AccountDeps } from '../../../lambdas/api/account/deps.ts';
import { accountRoutes } from '../../../lambdas/api/account/routes.ts';
import type { CatalogDeps } from '../../../lambdas/api/catalog/deps.ts';
import { createCreatorOwners } from '../../../lambdas/api/catalog/creator-owners.ts';
import { catalogRoutes } from '../../../lambdas/api/catalog/routes.ts';
import { docsRoutes } from '../../../lambdas/api/docs/routes.ts';
import { openApiDocument } from '../../../lambdas/http/openapi.ts';
import { fieldNotes } from '../../../lambdas/http/field-notes.ts';
import type { HistoryDeps } from '../../../lambdas/api/history/deps.ts';
import { historyRoutes } from '../../../lambdas/api/history/routes.ts';
import { consentNotice } from '../../../lambdas/contract/people/consent-notice.ts';
import type { Me } from '../../../lambdas/contract/people/account.ts';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import type { Rights } from '../../../lambdas/domain/accounts/actor.ts';
import type { Profile } from '../../../lambdas/domain/accounts/profile.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { AppError } from '../../../lambdas/domain/app-error.ts';
import { someContent, someDraft } from '../../support/content.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';
import { specificationMetadata } from '../../../lambdas/domain/analysis/title-view.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';

const NOW = '2026-02-01T00:00:00.000Z';
let role: Role = 'user';
let moreRights: Partial<Rights>;
const rights = {
  read: async (user_id: string) => ({ user_id, role, plan: 'free' as const, disabled: false, ...moreRights }),
};
const verifier = { verify: async () => accessClaims() };
const signedIn = { headers: { authorization: 'Bearer a.b.c' }, claims: accessClaims() };
beforeEach(() => {
  role = 'user';
  moreRights = {};
});

describe('the account', () => {
  const setUp = (profile?: Profile, { adminsNeedFactor = false } = {}) => {
    const world = { profile, created: 0 };
    const deps: AccountDeps = {
      profiles: {
        get: async () => world.profile,
        createIfMissing: async (created) => ((world.created += 1), (world.profile ??= created), true),
        markActive: async () => undefined,
        rename: async (_id, full_name) => world.profile && (world.profile = { ...world.profile, full_name }),
      },
      adminsNeedFactor,
      logger: silentLogger,
      now: () => NOW,
    };
    return { world, handler: httpFunction(accountRoutes(deps), { rights, logger: silentLogger }) };
  };
  const ann: Profile = { id: PERSON, email: 'ann@example.org', full_name: 'Ann', created_at: NOW };

  it('returns the signed-in user with current rights', async () => {
    role = 'moderator';
    const { status, body } = await call(setUp(ann).handler, { routeKey: 'GET /api/me', ...signedIn });
    expect([status, body]).toEqual([200, { ...ann, role: 'moderator', plan: 'free', consent: null }]);
  });

  it('asks for consent again when the notice has changed since', async () => {
    const consentUnder = async (version: number | undefined) => {
      moreRights = { consent: ['analytics'], ...(version === undefined ? {} : { consent_notice: version }) };
      return ((await call(setUp(ann).handler, { routeKey: 'GET /api/me', ...signedIn })).body as Me).consent;
    };
    expect(await consentUnder(consentNotice.version)).toEqual(['analytics']);
    expect([await consentUnder(undefined), await consentUnder(consentNotice.version - 1)]).toEqual([null, null]);
  });

  it.each([
    ['an administrator without a factor', 'admin', {}, true],
    ['a moderator without a factor', 'moderator', {}, true],
    ['an administrator with a factor', 'admin', { second_factor: true }, undefined],
    ['a listener', 'user', {}, undefined],
  ] as const)(
    'says what a stage that requires a factor of staff demands of %s',
    async (_who, given, more, demanded) => {
      role = given;
      moreRights = more;
      const me = (needed: boolean) =>
        call(setUp(ann, { adminsNeedFactor: needed }).handler, { routeKey: 'GET /api/me', ...signedIn });
      expect((await me(true)).body).toMatchObject({ role: given });
      expect(((await me(true)).body as Me).factor_required).toBe(demanded);
      expect(((await me(false)).body as Me).factor_required).toBeUndefined();
    },
  );

  it('creates a missing profile once', async () => {
    const { world, handler } = setUp();
    const first = await call(handler, { routeKey: 'GET /api/me', ...signedIn });
    const created = { id: PERSON, email: '', full_name: '', created_at: NOW };
    expect(first.body).toEqual({ ...created, role: 'user', plan: 'free', consent: null });
    await call(handler, { routeKey: 'GET /api/me', ...signedIn });
    expect(world.created).toBe(1);
  });

  it('changes only the name, trims it, and creates a missing profile', async () => {
    for (const profile of [ann, undefined]) {
      const { handler } = setUp(profile);
      const answer = await call(handler, { routeKey: 'PATCH /api/me', body: { full_name: '  Anna ' }, ...signedIn });
      expect(answer.body).toMatchObject({ full_name: 'Anna' });
    }
    const { world, handler } = setUp(ann);
    for (const body of [
      { full_name: 'x', email: 'y' },
      { full_name: 'x', role: 'admin' },
      { full_name: 'a\u0000b' },
      { full_name: 'half a note \ud83c' },
      { full_name: 'x'.repeat(201) },
      {},
    ]) {
      expect((await call(handler, { routeKey: 'PATCH /api/me', body, ...signedIn })).problem.code).toBe(
        'validation_failed',
      );
    }
    expect(world.profile).toEqual(ann);
  });
});

describe('the catalog', () => {
  const setUp = (content: Content, publicCatalog = false, owner?: string) => {
    const created: object[] = [];
    const ownerReads: string[] = [];
    const deps = {
      readFindings: async () => ({ ...specificationMetadata([], 'In the meadow') }),
      content: {
        get: async (id: string) => (id === content.id ? content : undefined),
        listPublished: async () => ({ items: [content], next_cursor: 'abc' }),
      },
      categories: {
        list: async () => [{ id: 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'Films', slug: 'films' }],
        get: async () => undefined,
        async create(category: { readonly slug: string }) {
          if (category.slug === 'taken') throw new AppError('already_exists');
          created.push(category);
        },
      },
      ownerOf: createCreatorOwners({
        get: async (id) => {
          ownerReads.push(id);
          return { id, name: 'Meadow', plan: 'free', storage_used: 0, user_id: owner };
        },
      }),
      readStorage: async () => ({ bucket: 'the-uploads', region: 'eu-west-1', distributionId: 'EDFDVBD6' }),
      creators: {
        list: async () => [{ id: content.creator_id, name: 'Soundstage', plan: 'business', storage_used: 5 }],
      },
      publicCatalog,
      newId: () => '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      now: () => '2026-02-01T00:00:00.000Z',
    } as unknown as CatalogDeps;
    return {
      created,
      ownerReads,
      handler: httpFunction(catalogRoutes(deps), { rights, verifier, logger: silentLogger }),
    };
  };
  it('adds what the analysis found for administrators who ask for it', async () => {
    const content = someContent();
    const read = async (asRole: Role, query?: { readonly analysis: string }) => {
      role = asRole;
      const request = { ...one(content.id), ...signedIn, ...(query ? { query } : {}) };
      const { body } = await call(setUp(content).handler, request);
      return (body as ContentView).metadata.transcription;
    };
    expect(await read('admin', { analysis: 'true' })).toBe('In the meadow');
    expect(await read('admin')).toBeUndefined();
    for (const other of ['user', 'moderator'] as const) expect(await read(other, { analysis: 'true' })).toBeUndefined();
  });

  it('names the source to the owner and to administrators, and its place in AWS to administrators only', async () => {
    const content = someContent();
    const read = async (asRole: Role, owner?: string) => {
      role = asRole;
      const { handler, ownerReads } = setUp(content, false, owner);
      const { body } = await call(handler, { ...one(content.id), ...signedIn });
      await call(handler, { ...one(content.id), ...signedIn });
      const { video_url, cdn_distribution_id, metadata } = body as ContentView;
      return [video_url, metadata.s3Key, metadata.s3Bucket, cdn_distribution_id, ownerReads.length];
    };
    const source = `/api/content/${content.id}/source`;
    expect(await read('user', PERSON)).toEqual([source, content.source_key, undefined, null, 1]);
    expect(await read('user', 'someone-else')).toEqual([null, undefined, undefined, null, 1]);
    expect(await read('moderator')).toEqual([null, undefined, undefined, null, 1]);
    expect(await read('admin')).toEqual([source, content.source_key, 'the-uploads', 'EDFDVBD6', 0]);
  });

  it('reads the owner of a creator again after a minute', async () => {
    let [time, user] = [0, 'first'];
    const ownerOf = createCreatorOwners(
      { get: async (id) => ({ id, name: 'Meadow', plan: 'free', storage_used: 0, user_id: user }) },
      () => time,
    );
    expect(await ownerOf('crt_1')).toBe('first');
    user = 'second';
    expect(await ownerOf('crt_1')).toBe('first');
    time = 60_000;
    expect(await ownerOf('crt_1')).toBe('second');
  });

  const one = (id: string) => ({ routeKey: 'GET /api/content/{id}', params: { id } });

  it.each(['GET /api/content', 'GET /api/content/{id}', 'GET /api/categories'])(
    '%s requires sign-in unless the catalog is public',
    async (routeKey) => {
      const content = someContent();
      const request = { routeKey, params: { id: content.id } };
      expect((await call(setUp(content).handler, request)).problem.code).toBe('unauthenticated');
      expect((await call(setUp(content).handler, { ...request, ...signedIn })).status).toBe(200);
      expect((await call(setUp(content, true).handler, request)).status).toBe(200);
    },
  );

  it('returns cards and the cursor of the next page', async () => {
    const content = someContent({ category_id: 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAV', category_name: 'Films' });
    const { body } = await call(setUp(content).handler, { routeKey: 'GET /api/content', ...signedIn });
    expect(body).toMatchObject({
      items: [{ id: content.id, creators: { name: 'Soundstage' }, categories: { name: 'Films' } }],
      next_cursor: 'abc',
    });
    expect(JSON.stringify(body)).not.toContain('source_key');
  });

  it.each([
    ['user', 404],
    ['moderator', 404],
    ['admin', 200],
  ] as const)('as %s: a draft returns %i, unknown and deleted content returns 404', async (who, status) => {
    role = who;
    const draft = someDraft();
    expect((await call(setUp(draft).handler, { ...one(draft.id), ...signedIn })).status).toBe(status);
    const deleted = someContent({ deleted_at: NOW });
    expect((await call(setUp(deleted).handler, { ...one(deleted.id), ...signedIn })).problem.code).toBe(
      'content_not_found',
    );
    expect((await call(setUp(draft).handler, { ...one(deleted.id), ...signedIn })).problem.code).toBe(
      'content_not_found',
    );
  });

  it('allows only administrators to create a category, with a unique and valid name', async () => {
    const { created, handler } = setUp(someContent());
    const post = (name: string) => call(handler, { routeKey: 'POST /api/categories', body: { name }, ...signedIn });
    expect((await post('Jazz')).problem.code).toBe('forbidden');
    role = 'admin';
    expect((await post('Jazz & Blues')).body).toEqual({
      id: 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      name: 'Jazz & Blues',
      slug: 'jazz-blues',
    });
    expect((await post('Taken')).problem.code).toBe('already_exists');
    expect((await post(' \u3000')).problem).toMatchObject({ code: 'validation_failed', issues: [{ path: 'name' }] });
    expect(created).toHaveLength(1);
  });

  it('shows administrators the storage limit of each creator', async () => {
    role = 'admin';
    const { body } = await call(setUp(someContent()).handler, { routeKey: 'GET /api/creators', ...signedIn });
    expect(body).toMatchObject({ items: [{ plan: 'business', storage_used: 5, storage_limit: null }] });
  });
});

it.each([
  ['published', false, 200],
  ['draft', false, 404],
  ['published', true, 204],
  ['draft', true, 404],
] as const)('recording a play of %s content, history paused %s, returns %i', async (status, paused, expected) => {
  const content = status === 'published' ? someContent() : someDraft();
  const recorded: unknown[] = [];
  const handler = httpFunction(
    historyRoutes({
      content: { get: async () => content },
      history: {
        list: async () => ({ items: [], next_cursor: null }),
        remove: async () => true,
        record: async (...entry: unknown[]) => void recorded.push(entry),
      },
      state: { read: async () => ({ paused_at: paused ? NOW : null, cleared_at: null }) },
      now: () => NOW,
    } as unknown as HistoryDeps),
    { rights, logger: silentLogger },
  );
  const answer = await call(handler, {
    routeKey: 'PUT /api/watch-history',
    body: { content_id: content.id },
    ...signedIn,
  });
  expect(answer.status).toBe(expected);
  expect(recorded).toHaveLength(expected === 200 ? 1 : 0);
  if (expected === 200)
    expect(answer.body).toMatchObject({ content_id: content.id, watched_at: NOW, content: { title: content.title } });
});

describe('the API description', () => {
  it('is public and cacheable', async () => {
    const handler = httpFunction(docsRoutes(), { rights, logger: silentLogger });
    const { status, headers, body } = await call(handler, { routeKey: 'GET /api/openapi.json' });
    expect(status).toBe(200);
    expect(headers['cache-control']).toContain('max-age');
    expect(body).toMatchObject({ openapi: '3.1.1', paths: { '/api/me': { get: { operationId: 'account.get-me' } } } });
  });

  it('describes every endpoint with its parameters, body, responses and errors', () => {
    const { paths } = openApiDocument(endpoints) as unknown as {
      paths: Record<string, Record<string, Record<string, never>>>;
    };
    for (const [key, { method, path, body, auth, responses }] of Object.entries(endpoints) as [
      string,
      (typeof endpoints)['content.create-content'],
    ][]) {
      const operation = paths[path]?.[method.toLowerCase()];
      expect(operation?.['operationId']).toBe(key);
      expect('requestBody' in (operation ?? {})).toBe(body !== undefined);
      expect(Object.keys(operation?.['responses'] ?? {})).toEqual(expect.arrayContaining(Object.keys(responses)));
      if (auth === 'admin') expect(Object.keys(operation?.['responses'] ?? {})).toContain('403');
    }
    const document = JSON.stringify(paths);
    expect([...fieldNotes.values()].filter((note) => !document.includes(JSON.stringify(note)))).toEqual([]);
    const edit = JSON.stringify(paths['/api/content/{id}']?.['patch']);
    expect(edit).toContain('"required":["revision"]');
    expect(edit).toContain('"additionalProperties":false');
  });
});

it('serves every endpoint of these features', () => {
  const routes = [
    ...accountRoutes({} as never),
    ...catalogRoutes({} as never),
    ...docsRoutes(),
    ...historyRoutes({} as never),
  ];
  const served = new Set(routes.map((route) => route.endpoint));
  const expected = Object.entries(endpoints).filter(([key]) => /^(account|catalog|docs|history)\./.test(key));
  expect(expected.filter(([, endpoint]) => !served.has(endpoint)).map(([key]) => key)).toEqual([]);
});
