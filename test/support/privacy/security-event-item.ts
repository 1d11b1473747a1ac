import { ulid } from 'ulid';
import type { EventKind } from '../../../lambdas/contract/admin/security-kinds.ts';
import { securityEventEntity } from '../../../lambdas/data/admin/security-event-repository.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import { subjectOf } from '../../../lambdas/domain/security/event.ts';

/** A stored security event of a user. */
export const securityEventItem = (userId: string, at: string, type: EventKind = 'input_validated'): StoredItem =>
  securityEventEntity.toItem({
    id: ulid(Date.parse(at)),
    created_at: at,
    source: 'server',
    subject: subjectOf({ user: userId }),
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
