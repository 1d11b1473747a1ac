import { adminAuditEndpoints } from './admin/admin-audit.ts';
import { analysisEndpoints } from './content/analysis.ts';
import { personPlanEndpoints } from './admin/billing.ts';
import { behaviorEndpoints, userBehaviorEndpoints } from './security/behavior.ts';
import { bulkEndpoints } from './content/bulk.ts';
import { contentEndpoints } from './content/content.ts';
import { deliveryMonitorEndpoints } from './delivery/monitor.ts';
import { deliveryToolEndpoints } from './delivery/tools.ts';
import { dataRequestDetailsEndpoints } from './admin/data-request-details.ts';
import { dashboardEndpoints } from './admin/dashboard.ts';
import { legalHoldEndpoints } from './admin/legal-holds.ts';
import { moderationEndpoints } from './admin/moderation.ts';
import { personFactorEndpoints } from './people/factors.ts';
import { peopleEndpoints } from './people/people.ts';
import { playsEndpoints } from './delivery/plays.ts';
import { qualityEndpoints } from './delivery/quality.ts';
import { phaseEndpoints } from './security/phases.ts';
import { transcriptEditingEndpoints } from './content/transcript-editing.ts';
import { retentionEndpoints } from './admin/retention.ts';
import { safetyEndpoints } from './admin/safety.ts';
import { ownSecurityEndpoints, securityEventEndpoints } from './admin/security-events.ts';
import { securityEndpoints } from './admin/security.ts';
import { securityAlertEndpoints } from './admin/security-alerts.ts';
import { securityResponseEndpoints } from './admin/security-responses.ts';
import { smartTokenEndpoints, userTokenEndpoints } from './security/smart-tokens.ts';
import { settingsEndpoints } from './admin/settings.ts';
import { userDataRequestEndpoints } from './people/data-requests.ts';
import { conversionEndpoints } from './media/conversion.ts';
import { uploadsEndpoints } from './media/uploads.ts';

/**
 * Endpoints for moderators and administrators, which listeners do not download. Those of users' own security events are
 * among them, like those of smart tokens: they share schemas with them, and few users look at them. So are those that
 * record behavior and the quality of plays: the parts that measure bring along what they need of the endpoints.
 */
export const staffEndpoints = {
  ...adminAuditEndpoints,
  ...analysisEndpoints,
  ...behaviorEndpoints,
  ...bulkEndpoints,
  ...contentEndpoints,
  ...dashboardEndpoints,
  ...dataRequestDetailsEndpoints,
  ...deliveryMonitorEndpoints,
  ...deliveryToolEndpoints,
  ...legalHoldEndpoints,
  ...moderationEndpoints,
  ...peopleEndpoints,
  ...personFactorEndpoints,
  ...personPlanEndpoints,
  ...phaseEndpoints,
  ...playsEndpoints,
  ...qualityEndpoints,
  ...retentionEndpoints,
  ...safetyEndpoints,
  ...securityAlertEndpoints,
  ...ownSecurityEndpoints,
  ...securityEndpoints,
  ...securityEventEndpoints,
  ...securityResponseEndpoints,
  ...settingsEndpoints,
  ...smartTokenEndpoints,
  ...conversionEndpoints,
  ...transcriptEditingEndpoints,
  ...uploadsEndpoints,
  ...userBehaviorEndpoints,
  ...userDataRequestEndpoints,
  ...userTokenEndpoints,
};
