import { accountEndpoints } from './account.ts';
import { adminAuditEndpoints } from './admin-audit.ts';
import { bulkEndpoints } from './bulk.ts';
import { catalogEndpoints } from './catalog.ts';
import { contentEndpoints } from './content.ts';
import { transcodingEndpoints } from './transcoding.ts';
import { dashboardEndpoints } from './dashboard.ts';
import { docsEndpoints } from './docs.ts';
import { historyPlaceEndpoints } from './history-places.ts';
import { historyEndpoints } from './history.ts';
import { libraryEndpoints } from './library.ts';
import { liveEndpoints } from './live.ts';
import { peopleEndpoints } from './people.ts';
import { playbackEndpoints } from './playback.ts';
import { securityEndpoints } from './security.ts';
import { searchEndpoints } from './search.ts';
import { settingsEndpoints } from './settings.ts';
import { uploadsEndpoints } from './uploads.ts';
import { usernameEndpoints } from './username.ts';

/**
 * The API, whole. A key is `<feature>.<use case>`: the feature is the function's folder under `lambdas/api`, the use case
 * the file in it, and the key is the name in metrics.
 */
export const endpoints = {
  ...accountEndpoints,
  ...adminAuditEndpoints,
  ...bulkEndpoints,
  ...catalogEndpoints,
  ...contentEndpoints,
  ...transcodingEndpoints,
  ...dashboardEndpoints,
  ...docsEndpoints,
  ...historyEndpoints,
  ...historyPlaceEndpoints,
  ...libraryEndpoints,
  ...liveEndpoints,
  ...peopleEndpoints,
  ...playbackEndpoints,
  ...searchEndpoints,
  ...securityEndpoints,
  ...settingsEndpoints,
  ...uploadsEndpoints,
  ...usernameEndpoints,
};

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
