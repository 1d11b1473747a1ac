import { adminAuditEndpoints } from './admin/admin-audit.ts';
import { bulkEndpoints } from './content/bulk.ts';
import { contentEndpoints } from './content/content.ts';
import { dashboardEndpoints } from './admin/dashboard.ts';
import { moderationEndpoints } from './admin/moderation.ts';
import { peopleEndpoints } from './people/people.ts';
import { securityEndpoints } from './admin/security.ts';
import { settingsEndpoints } from './admin/settings.ts';
import { conversionEndpoints } from './media/conversion.ts';
import { uploadsEndpoints } from './media/uploads.ts';

/** Endpoints for moderators and administrators only. They are kept apart so that listeners don't download them. */
export const staffEndpoints = {
  ...adminAuditEndpoints,
  ...bulkEndpoints,
  ...contentEndpoints,
  ...dashboardEndpoints,
  ...moderationEndpoints,
  ...peopleEndpoints,
  ...securityEndpoints,
  ...settingsEndpoints,
  ...conversionEndpoints,
  ...uploadsEndpoints,
};
