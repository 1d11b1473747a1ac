import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import type { ContentDeps } from '../../../lambdas/api/content/deps.ts';
import { contentRoutes } from '../../../lambdas/api/content/routes.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { someContent, someDraft } from '../../support/content.ts';
import { accessClaims, call } from '../../support/http.ts';

/** The content function with one item, for a caller with a role. */
const setUp = (stored: Content, role: Role = 'moderator') => {
  const world = { stored };
  const list = async () => ({ items: [world.stored], next_cursor: null });
  const deps = {
    content: {
      get: async () => world.stored,
      saveEdit: async (_before: Content, after: Content) => (world.stored = after),
      listAll: list,
    },
    list,
    readSettings: async () => initialSettings,
    readStorage: async () => ({ bucket: 'uploads', region: 'us-east-1', distributionId: 'E1' }),
    now: () => '2026-02-01T00:00:00.000Z',
  } as unknown as ContentDeps;
  const rights = {
    read: async (userId: string) => ({ user_id: userId, role, plan: 'free' as const, disabled: false }),
  };
  const handler = httpFunction(contentRoutes(deps), { rights, logger: silentLogger });
  return {
    world,
    send: (body: object) =>
      call(handler, { routeKey: 'PATCH /api/content/{id}', params: { id: stored.id }, body, claims: accessClaims() }),
    listed: async () =>
      (
        await call(handler, {
          routeKey: 'GET /api/admin/content',
          query: { status: 'pending' },
          claims: accessClaims(),
        })
      ).body as { items: readonly object[] },
  };
};
const pending = someDraft({ status: 'pending', has_video: false });

describe('a moderator', () => {
  it.each<[string, Content]>([
    ['a draft', someDraft({ revision: 4 })],
    ['a draft that was never pending', someDraft({ revision: 1 })],
    ['deleted content', { ...pending, revision: 4, deleted_at: '2026-01-02T00:00:00.000Z' }],
  ])('learns nothing about %s by guessing its revision and the decision', async (_what, content) => {
    for (let revision = 1; revision < 6; revision += 1) {
      for (const status of ['draft', 'published'])
        expect(await setUp(content).send({ revision, status })).toMatchObject({
          status: 404,
          body: { code: 'content_not_found' },
        });
    }
  });

  it('can repeat a publish request and gets the listener view of the item', async () => {
    const { send } = setUp(pending);
    expect((await send({ revision: 1, status: 'published' })).status).toBe(200);
    const { status, body } = await send({ revision: 1, status: 'published' });
    expect([status, (body as { metadata: object }).metadata]).toEqual([
      200,
      { contentType: 'video', artist: 'The Meadow Band' },
    ]);
  });

  it('clears the publishing schedule with a return to draft; an administrator keeps it', async () => {
    const planned = { ...pending, publish_at: '2026-03-01T00:00:00.000Z' };
    const [moderator, admin] = [setUp(planned), setUp(planned, 'admin')];
    for (const { send } of [moderator, admin]) expect((await send({ revision: 1, status: 'draft' })).status).toBe(200);
    expect([moderator, admin].map(({ world }) => [world.stored.status, world.stored.publish_at])).toEqual([
      ['draft', undefined],
      ['draft', planned.publish_at],
    ]);
  });

  it.each<[string, Content]>([
    ['decided', someDraft()],
    ['published', someContent()],
    ['deleted', { ...pending, deleted_at: '2026-01-02T00:00:00.000Z' }],
  ])('does not see an item in the list that was %s after the list was read', async (_what, content) => {
    expect((await setUp(content).listed()).items).toEqual([]);
    expect((await setUp(pending).listed()).items).toHaveLength(1);
  });
});
