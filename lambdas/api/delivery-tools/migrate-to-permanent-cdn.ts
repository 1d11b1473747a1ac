import type * as z from 'zod/mini';
import { MIGRATED_PER_RUN } from '../../contract/delivery/tool-rules.ts';
import type { SkipReason } from '../../contract/delivery/tools.ts';
import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { parseAttemptId } from '../../domain/conversion/attempt.ts';
import { outdatedMedia, reasonToWait } from '../../domain/delivery/outdated-media.ts';
import { route } from '../../http/route.ts';
import { restart } from '../restart-conversion.ts';
import type { DeliveryToolsDeps } from './deps.ts';

/** Starts the conversion of a title. Returns why not, or undefined. */
const migrate = async (
  deps: DeliveryToolsDeps,
  contentId: string,
  by: ActBy,
): Promise<z.infer<typeof SkipReason> | undefined> => {
  const content = await deps.content.get(contentId, { consistent: true });
  if (!content || content.deleted_at !== undefined) return 'not-found';
  if (!outdatedMedia(content)) return 'not-outdated';
  const { conversion_status: status, current_attempt: current } = content;
  const last =
    status === 'failed' && current !== null
      ? await deps.attempts.get({ content_id: contentId, ...parseAttemptId(current) })
      : undefined;
  const reason = reasonToWait(content, last);
  if (reason) return reason;
  try {
    await restart(deps, contentId, by);
    return undefined;
  } catch (error) {
    // Its source was removed, or the title was deleted in the meantime.
    if (!(error instanceof AppError)) throw error;
    return error.code === 'content_not_found' ? 'not-found' : 'no-source';
  }
};

/**
 * Converts titles with outdated media again, one after another. A title that a call has started is busy afterwards, so
 * a repeated call continues where the previous one stopped.
 */
export const migrateToPermanentCdn = (deps: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.migrate-to-permanent-cdn'], async ({ body: { contentIds }, actor, requestId }) => {
    const remaining = [...new Set(contentIds)];
    const skipped: { contentId: string; reason: z.infer<typeof SkipReason> }[] = [];
    let migrated = 0;
    while (migrated < MIGRATED_PER_RUN) {
      const contentId = remaining.shift();
      if (contentId === undefined) break;
      const reason = await migrate(deps, contentId, { actor, requestId });
      if (reason) skipped.push({ contentId, reason });
      else migrated += 1;
    }
    return { status: 200, body: { success: true as const, migrated, skipped, remaining } };
  });
