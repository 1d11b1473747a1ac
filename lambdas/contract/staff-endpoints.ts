import { adminAuditEndpoints } from './admin-audit.ts';
import { bulkEndpoints } from './bulk.ts';
import { contentEndpoints } from './content.ts';
import { dashboardEndpoints } from './dashboard.ts';
import { peopleEndpoints } from './people.ts';
import { securityEndpoints } from './security.ts';
import { settingsEndpoints } from './settings.ts';
import { conversionEndpoints } from './conversion.ts';
import { uploadsEndpoints } from './uploads.ts';

/** What only moderators and administrators call: a part of its own, so that listeners do not download it. */
export const staffEndpoints = {
  ...adminAuditEndpoints,
  ...bulkEndpoints,
  ...contentEndpoints,
  ...dashboardEndpoints,
  ...peopleEndpoints,
  ...securityEndpoints,
  ...settingsEndpoints,
  ...conversionEndpoints,
  ...uploadsEndpoints,
};
