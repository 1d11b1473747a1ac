import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { restart } from '../restart-conversion.ts';
import type { ConversionApiDeps } from './deps.ts';

/**
 * Ensures that a conversion attempt exists. A file gets its first attempt when it arrives, so without `restart` this
 * only returns the status; with `restart`, a new attempt supersedes the current one. URL, formats and plan in the
 * request are ignored: a client must not choose what is converted, or to what.
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
