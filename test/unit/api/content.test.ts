import type { ContentDeps } from '../../../lambdas/api/content/deps.ts';
import { contentRoutes } from '../../../lambdas/api/content/routes.ts';
import { ConditionFailed } from '../../../lambdas/data/table/errors.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import type { Verdict } from '../../../lambdas/domain/safety/verdict.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { someContent, someDraft } from '../../support/content.ts';
import { accessClaims, call } from '../../support/http.ts';

const CATEGORY = { id: 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'Films', slug: 'films' };
const NOW = '2026-02-01T00:00:00.000Z';

/** The content function with one item, a bucket and an event bus in memory. The call number `breakAt` fails. */
const setUp = (start: Content) => {
  const world = {
    stored: start as Content | undefined,
    objects: new Set(['poster', 'thumbnail'].map((still) => `media/${start.id}/v1/480/still_${still}.0000001.jpg`)),
    forgotten: [] as string[],
    events: [] as unknown[],
    removalRequested: false,
    calls: [] as string[],
    breakAt: 0,
    /** Changes of the item just before an edit is saved, one for each try. */
    overtaking: [] as Partial<Content>[],
  };
  const step = (name: string): void => {
    world.calls.push(name);
    if (world.calls.length === world.breakAt) throw Object.assign(new Error(name), { name: 'TimeoutError' });
  };
  const save = (name: string, before: Content, fields: Partial<Content>): Content => {
    step(name);
    if (!world.stored || world.stored.revision !== before.revision || world.stored.deleted_at)
      throw new ConditionFailed();
    return (world.stored = { ...world.stored, ...fields });
  };
  const content = {
    get: async () => (step('get'), world.stored),
    async saveEdit(before: Content, after: Content) {
      if (world.stored) world.stored = { ...world.stored, ...world.overtaking.shift() };
      if (after.status === 'published' && world.stored?.safety?.rev !== before.safety?.rev) throw new ConditionFailed();
      return save('saveEdit', before, after);
    },
    async saveStills(before: Content, fields: Partial<Content>) {
      try {
        return save('saveStills', before, fields);
      } catch (error) {
        if (error instanceof ConditionFailed) return undefined;
        throw error;
      }
    },
    async markDeleted() {
      step('markDeleted');
      return world.stored && (world.stored = { ...world.stored, deleted_at: world.stored.deleted_at ?? NOW });
    },
    async markRemovalRequested() {
      step('markRemovalRequested');
      world.removalRequested = true;
    },
  } as unknown as ContentDeps['content'];
  const deps: ContentDeps = {
    content,
    categories: { get: async (id: string) => (id === CATEGORY.id ? CATEGORY : undefined) },
    stills: {
      async copy(sources: readonly string[], target: string) {
        step('copy');
        if (!sources.some((source) => world.objects.has(source))) return false;
        world.objects.add(target);
        return true;
      },
      async remove(keys: readonly string[]) {
        step('remove');
        keys.forEach((key) => world.objects.delete(key));
      },
      async forget(path: string) {
        step('forget');
        world.forgotten.push(path);
      },
    },
    events: {
      async publish(type: string, detail: unknown) {
        step('publish');
        world.events.push([type, detail]);
      },
    },
    readSettings: async () => initialSettings,
    readStorage: async () => ({ bucket: 'uploads', region: 'us-east-1', distributionId: 'E1' }),
    logger: silentLogger,
    now: () => NOW,
  } as unknown as ContentDeps;
  const handler = httpFunction(contentRoutes(deps), {
    rights: { read: async (userId) => ({ user_id: userId, role: 'admin', plan: 'free', disabled: false }) },
    logger: silentLogger,
  });
  const send = (method: 'PATCH' | 'DELETE', body?: object) =>
    call(handler, { routeKey: `${method} /api/content/{id}`, params: { id: start.id }, body, claims: accessClaims() });
  const publicObjects = () => [...world.objects].filter((key) => key.startsWith('posters/')).sort();
  return { world, send, publicObjects };
};

describe('publishing', () => {
  it('publishes the stills under their version', async () => {
    const { world, send, publicObjects } = setUp(someDraft());
    const id = world.stored?.id;
    const { status, body } = await send('PATCH', { revision: 1, status: 'published' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'published',
      revision: 2,
      published_at: NOW,
      poster_url: `/posters/${id}/v1/poster.jpg`,
      thumbnail_url: `/posters/${id}/v1/thumbnail.jpg`,
    });
    expect(publicObjects()).toEqual([`posters/${id}/v1/poster.jpg`, `posters/${id}/v1/thumbnail.jpg`]);
    expect(world.stored?.public_stills_versions).toEqual(['v1']);
  });

  it('copies no stills for music', async () => {
    const { world, send } = setUp(someDraft({ has_video: false }));
    expect((await send('PATCH', { revision: 1, status: 'published' })).body).toMatchObject({
      status: 'published',
      poster_url: null,
    });
    expect(world.calls).not.toContain('copy');
  });

  it('replaces the stills after a new conversion and invalidates the cached ones', async () => {
    const { world, send, publicObjects } = setUp(someContent({ media_version: 'v2' }));
    const id = world.stored?.id ?? '';
    for (const still of ['poster', 'thumbnail']) {
      world.objects.add(`media/${id}/v2/480/still_${still}.0000001.jpg`).add(`posters/${id}/v1/${still}.jpg`);
    }
    expect((await send('PATCH', { revision: 1, title: 'x' })).body).toMatchObject({
      poster_url: `/posters/${id}/v2/poster.jpg`,
    });
    expect(publicObjects()).toEqual([`posters/${id}/v2/poster.jpg`, `posters/${id}/v2/thumbnail.jpg`]);
    expect(world.stored?.public_stills_versions).toEqual(['v2']);
    expect(world.forgotten).toEqual([`/posters/${id}/*`]);
  });

  it('exposes nothing private when a step fails, and completes when the request is repeated', async () => {
    let stops = 0;
    for (let breakAt = 1; ; breakAt += 1) {
      const { world, send, publicObjects } = setUp(someDraft());
      world.breakAt = breakAt;
      const first = await send('PATCH', { revision: 1, status: 'published' });
      if (first.status === 200) break;
      stops += 1;
      expect(first.problem.code).toBe('unavailable');
      if (world.stored?.status !== 'published') expect(publicObjects()).toEqual([]);
      const again = await send('PATCH', { revision: 1, status: 'published' });
      expect(again.status).toBe(200);
      expect(again.body).toMatchObject({
        status: 'published',
        revision: 2,
        poster_url: expect.any(String),
        thumbnail_url: expect.any(String),
      });
      expect(publicObjects()).toHaveLength(2);
    }
    expect(stops).toBe(6);
  });
});

describe('publishing while the analysis ends', () => {
  const evaluated = (rev: number, verdict: Verdict = 'clear'): Partial<Content> => ({
    safety: { version_id: 'version-1', verdict, categories: [], policy_version: 1, evidence_digest: '', rev },
  });

  it('decides again by the new verdict', async () => {
    const { world, send } = setUp(someDraft());
    world.overtaking = [evaluated(1), evaluated(2)];
    const { status, body } = await send('PATCH', { revision: 1, status: 'published' });
    expect([status, body]).toMatchObject([200, { status: 'published', revision: 2 }]);
    expect(world.stored?.safety?.rev).toBe(2);
  });

  it('is rejected when the new verdict requires a review', async () => {
    const { world, send } = setUp(someDraft());
    world.overtaking = [evaluated(1, 'review')];
    expect((await send('PATCH', { revision: 1, status: 'published' })).problem.code).toBe('review_required');
    expect(world.stored?.status).toBe('draft');
  });

  it('is a conflict when someone edits the item too', async () => {
    const { world, send } = setUp(someDraft());
    world.overtaking = [{ ...evaluated(1), revision: 2 }];
    expect((await send('PATCH', { revision: 1, status: 'published' })).problem.code).toBe('version_conflict');
  });
});

describe('unpublishing', () => {
  const published = () => {
    const setup = setUp(someContent());
    for (const still of ['poster', 'thumbnail'])
      setup.world.objects.add(`posters/${setup.world.stored?.id}/v1/${still}.jpg`);
    return setup;
  };

  it('hides the item before its stills, and removes them when the request is repeated', async () => {
    let stops = 0;
    for (let breakAt = 1; ; breakAt += 1) {
      const { world, send, publicObjects } = published();
      world.breakAt = breakAt;
      const first = await send('PATCH', { revision: 1, status: 'draft' });
      if (first.status === 200) {
        expect(first.body).toMatchObject({
          status: 'draft',
          poster_url: null,
          thumbnail_url: null,
          published_at: null,
        });
        break;
      }
      stops += 1;
      if (publicObjects().length < 2) expect(world.stored?.status).toBe('draft');
      expect((await send('PATCH', { revision: 1, status: 'draft' })).status).toBe(200);
      expect(publicObjects()).toEqual([]);
      expect(world.forgotten.at(-1)).toBe(`/posters/${world.stored?.id}/*`);
      expect(world.stored?.public_stills_versions).toEqual([]);
    }
    expect(stops).toBe(5);
  });

  it('removes stills that a concurrent publish copied too late', async () => {
    const { world, send, publicObjects } = setUp(someDraft());
    const add = world.objects.add.bind(world.objects);
    world.objects.add = (key) => {
      if (world.stored?.status === 'published') world.stored = { ...world.stored, status: 'draft', revision: 3 };
      return add(key);
    };
    expect((await send('PATCH', { revision: 1, status: 'published' })).body).toMatchObject({ status: 'draft' });
    expect(publicObjects()).toEqual([]);
    expect(world.forgotten).toHaveLength(1);
  });
});

describe('an edit', () => {
  it.each([
    ['content_not_found', someDraft({ deleted_at: NOW }), { revision: 1, title: 'x' }],
    ['version_conflict', someDraft({ revision: 3 }), { revision: 1, title: 'x' }],
    ['category_not_found', someDraft(), { revision: 1, category_id: 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAW' }],
    [
      'invalid_state',
      someDraft({ conversion_status: 'failed', media_version: null }),
      { revision: 1, status: 'published' },
    ],
    ['validation_failed', someDraft(), { title: 'x' }],
    ['validation_failed', someDraft(), { revision: 1, title: ' ' }],
    ...[
      'view_count',
      'creator_id',
      'creator_name',
      'created_at',
      'published_at',
      'media_version',
      'source_key',
      'conversion_status',
      'public_stills_versions',
      'deleted_at',
      'thumbnail_url',
      'pk',
      'gsi2pk',
    ].map((field): [string, Content, object] => ['validation_failed', someDraft(), { revision: 1, [field]: 'x' }]),
  ])('rejected with %s changes nothing', async (code, content, body) => {
    const { world, send } = setUp(content);
    expect((await send('PATCH', body)).problem.code).toBe(code);
    expect(world.stored).toEqual(content);
    expect(world.calls.filter((name) => name !== 'get')).toEqual([]);
  });

  it('updates the name of the category', async () => {
    const { send } = setUp(someDraft());
    expect((await send('PATCH', { revision: 1, category_id: CATEGORY.id })).body).toMatchObject({
      category_id: CATEGORY.id,
      categories: { name: 'Films' },
    });
  });
});

describe('deleting', () => {
  it('hides the item, publishes the event and removes the item from the list, in this order', async () => {
    const { world, send } = setUp(someContent());
    const { status, body } = await send('DELETE');
    expect([status, body]).toEqual([204, undefined]);
    expect(world.calls).toEqual(['markDeleted', 'publish', 'markRemovalRequested']);
    expect(world.events).toEqual([['ContentDeleted.v1', { contentId: world.stored?.id }]]);
  });

  it('returns an error when the event cannot be published, keeps the item listed, and succeeds on retry', async () => {
    const { world, send } = setUp(someContent());
    world.breakAt = 2;
    const { problem, headers } = await send('DELETE');
    expect(problem).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('Delete it again') });
    expect(headers['retry-after']).toBe('2');
    expect(world.removalRequested).toBe(false);
    expect((await send('DELETE')).status).toBe(204);
    expect(world.removalRequested).toBe(true);
  });

  it('returns not found for an unknown item', async () => {
    const { world, send } = setUp(someContent());
    world.stored = undefined;
    expect((await send('DELETE')).problem.code).toBe('content_not_found');
    expect(world.events).toEqual([]);
  });
});
