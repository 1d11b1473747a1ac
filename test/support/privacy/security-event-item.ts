import { ulid } from 'ulid';
import { securityEventEntity } from '../../../lambdas/data/admin/security-event-repository.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';

/** A stored security event of a user. */
export const securityEventItem = (userId: string, at: string, type = 'input_validated'): StoredItem =>
  securityEventEntity.toItem({
    id: ulid(Date.parse(at)),
    created_at: at,
    user_id: userId,
    event_type: type,
    event_category: 'data_access',
    severity: 'info',
    resource_type: 'search_query',
    action_taken: 'accepted',
    success: true,
    error_message: null,
    metadata: {},
    risk_score: 0,
  });
