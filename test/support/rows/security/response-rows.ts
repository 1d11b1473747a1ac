import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { securityAlertEntity } from '../../../../lambdas/data/admin/security-alert-entity.ts';
import { rightsEntity } from '../../../../lambdas/data/people/rights-repository.ts';
import { newAccountRights } from '../../../../lambdas/domain/accounts/actor.ts';
import { initialSecuritySettings } from '../../../../lambdas/domain/security/response.ts';
import { alertWith } from '../../security-alerts.ts';

/** A valid call for each endpoint of responses to alerts, with an alert about a user who makes no calls. */
export const securityResponseRows = () => {
  const attacked = randomUUID();
  const alert = alertWith({ user_id: attacked, created_at: new Date().toISOString() });
  const body = { triggerType: alert.alert_type, alertId: alert.id, reason: 'A row asks for it' };
  return {
    calls: {
      'security.respond': [{ input: { body: { ...body, action: 'rate_limit' } }, success: 201 }],
      'security.undo-response': [
        { input: { params: { responseId: `rsp_${ulid()}` }, body: { reason: body.reason } }, success: 404 },
      ],
      'security.list-responses': [{ input: {}, success: 200 }],
      'security.get-settings': [{ input: {}, success: 200 }],
      // Of a version that is not stored, so that every caller gets the same response.
      'security.set-settings': [{ input: { body: { ...initialSecuritySettings, version: 99 } }, success: 409 }],
    },
    stored: [securityAlertEntity.toItem(alert), rightsEntity.toItem(newAccountRights(attacked))],
  } as const;
};
