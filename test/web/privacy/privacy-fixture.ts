import { policiesAt } from '../../../lambdas/domain/privacy/policies.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';

/** A stub for the privacy page of the admin area: no cleanup has run, and nobody asked for data. */
export const privacyApi = (): ApiStub =>
  createApiStub()
    .on('GET /api/admin/retention-policies', { body: { items: policiesAt(null), runs: [] } })
    .on('GET /api/admin/consent-numbers', {
      body: {
        decided: 12,
        analytics: 7,
        behavioral: 5,
        functional: 3,
        marketing: 1,
        updated_at: '2026-03-04T05:06:07.000Z',
      },
    })
    .on('GET /api/admin/legal-holds', { body: { items: [], titles: [] } })
    .on('GET /api/admin/data-requests', { body: { items: [], next_cursor: null } });
