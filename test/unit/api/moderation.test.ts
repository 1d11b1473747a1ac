import { randomUUID } from 'node:crypto';
import type { ModerationDeps } from '../../../lambdas/api/moderation/deps.ts';
import { moderationRoutes } from '../../../lambdas/api/moderation/routes.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';
import { somePlaylist } from '../../support/rows/library-rows.ts';

describe('dismissing reports', () => {
  it.each([
    ['closes those of another user', randomUUID(), 204],
    ["is denied for the administrator's own playlist", PERSON, 403],
  ])('%s', async (_what, owner, status) => {
    const { playlist } = somePlaylist(owner, [], { visibility: 'public' });
    const dismissed: string[] = [];
    const deps = {
      playlists: { getMany: async () => new Map([[playlist.id, playlist]]) },
      decisions: { dismissReports: async (id: string) => dismissed.push(id) },
      now: () => '2026-02-01T00:00:00.000Z',
    } as unknown as ModerationDeps;
    const handler = httpFunction(moderationRoutes(deps), {
      rights: { read: async (userId) => ({ user_id: userId, role: 'admin', plan: 'free', disabled: false }) },
      logger: silentLogger,
    });
    const response = await call(handler, {
      routeKey: 'POST /api/admin/playlists/{id}/dismiss-reports',
      params: { id: playlist.id },
      body: { revision: 1 },
      claims: accessClaims(),
    });
    expect([response.status, dismissed]).toEqual([status, status === 204 ? [playlist.id] : []]);
  });
});
