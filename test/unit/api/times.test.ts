import { auditRoutes } from '../../../lambdas/api/audit/routes.ts';
import type { ContentDeps } from '../../../lambdas/api/content/deps.ts';
import { contentRoutes } from '../../../lambdas/api/content/routes.ts';
import { createAuditRepository } from '../../../lambdas/data/admin/audit-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import type { Table } from '../../../lambdas/data/table/table.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { someDraft } from '../../support/content.ts';
import { accessClaims, call } from '../../support/http.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const rights = {
  read: async (userId: string) => ({ user_id: userId, role: 'admin' as const, plan: 'free' as const, disabled: false }),
};
const content = someDraft();
const edits = httpFunction(
  contentRoutes({
    content: { get: async () => content, saveEdit: async (_before: object, after: object) => after },
    readStorage: async () => ({ bucket: 'uploads', region: 'us-east-1', distributionId: 'E1' }),
    now: () => NOW,
  } as unknown as ContentDeps),
  { rights, logger: silentLogger },
);
const empty = { query: async () => ({ items: [], lastKey: undefined }) } as unknown as Table;
const audit = createAuditRepository(empty, {
  cursors: createCursors(async () => Buffer.alloc(32, 7).toString('base64')),
  logger: silentLogger,
  months: async () => [],
  now: () => Date.parse(NOW),
});
const log = httpFunction(
  auditRoutes({
    audit,
    profiles: { namesOf: async () => new Map() },
    content: { getMany: async () => new Map() },
    playlists: { getMany: async () => new Map() },
  }),
  { rights, logger: silentLogger },
);

const statusesOf = async (at: string): Promise<readonly number[]> => {
  const signedIn = { claims: accessClaims() };
  const plan = (body: object) =>
    call(edits, {
      routeKey: 'PATCH /api/content/{id}',
      params: { id: content.id },
      body: { revision: 1, ...body },
      ...signedIn,
    });
  const filter = (query: Record<string, string>) => call(log, { routeKey: 'GET /api/admin/audit', query, ...signedIn });
  return (
    await Promise.all([plan({ publish_at: at }), plan({ unpublish_at: at }), filter({ from: at }), filter({ to: at })])
  ).map(({ status }) => status);
};

it.each([
  '2026-13-01T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2026-01-01T23:60:00.000Z',
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.000+01:00',
  '',
])('rejects %s, which is not a valid UTC time', async (at) =>
  expect(await statusesOf(at)).toEqual([400, 400, 400, 400]),
);

it.each([
  '2026-02-28T23:59:59.999Z',
  '2028-02-29T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
])('accepts %s', async (at) => expect(await statusesOf(at)).toEqual([200, 200, 200, 200]));
