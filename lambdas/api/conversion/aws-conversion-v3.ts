import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { restart } from './restart.ts';
import type { ConversionApiDeps } from './deps.ts';

/**
 * Makes sure that a conversion attempt exists: an arrived file has one by itself, so nothing is left to do but to tell
 * its state; `restart` starts another, which the running one can no longer touch. What the browser says of URL, formats
 * and plan is not read (decisions.md 14).
 */
export const awsConversionV3 = (deps: ConversionApiDeps) =>
  route(
    endpoints['conversion.aws-conversion-v3'],
    async ({ body: { contentId, restart: again }, actor, requestId }) => {
      if (again) await restart(deps, contentId, { actor, requestId });
      const content = await deps.content.get(contentId, { consistent: true });
      if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
      return { status: 200, body: { success: true as const, contentId, conversion_status: content.conversion_status } };
    },
  );
