import type { Route } from '../../http/route.ts';
import { applyCdnFallback } from './apply-cdn-fallback.ts';
import { configureS3CorsV2 } from './configure-s3-cors-v2.ts';
import type { DeliveryToolsDeps } from './deps.ts';
import { diagnoseS3Access } from './diagnose-s3-access.ts';
import { fixS3PublicAccess } from './fix-s3-public-access.ts';
import { getCdnSettings } from './get-cdn-settings.ts';
import { intelligentCorsManager } from './intelligent-cors-manager.ts';
import { listOutdatedMedia } from './list-outdated-media.ts';
import { migrateToPermanentCdn } from './migrate-to-permanent-cdn.ts';
import { resetCdn } from './reset-cdn.ts';
import { setupCdnForExisting } from './setup-cdn-for-existing.ts';
import { setupCloudfront } from './setup-cloudfront.ts';
import { setupCloudfrontEnterprise } from './setup-cloudfront-enterprise.ts';
import { testAwsConnection } from './test-aws-connection.ts';

/** The feature's endpoints. */
export const deliveryToolsRoutes = (deps: DeliveryToolsDeps): readonly Route[] => [
  applyCdnFallback(deps),
  configureS3CorsV2(deps),
  diagnoseS3Access(deps),
  fixS3PublicAccess(deps),
  getCdnSettings(deps),
  intelligentCorsManager(deps),
  listOutdatedMedia(deps),
  migrateToPermanentCdn(deps),
  resetCdn(deps),
  setupCdnForExisting(deps),
  setupCloudfront(deps),
  setupCloudfrontEnterprise(deps),
  testAwsConnection(deps),
];
