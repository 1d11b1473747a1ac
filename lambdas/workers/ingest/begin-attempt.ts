import { isFirstOf, newAttempt, type Attempt } from '../../domain/conversion/attempt.ts';
import { checkTimeMs } from '../../domain/pipeline/definition.ts';
import type { IngestDeps } from './deps.ts';
import type { IngestMessage } from './message.ts';
import type { IngestDecision } from './read-decision.ts';

/** Stores the first attempt at a version that arrived. Undefined when something changed since the decision. */
export const beginAttempt = async (
  deps: IngestDeps,
  { record, latest }: IngestDecision,
  message: IngestMessage & { kind: 'arrived' },
  number: number,
): Promise<Attempt | undefined> => {
  const { content_id: contentId, upload_id: uploadId, key: sourceKey } = record.upload;
  const first = isFirstOf(record.upload, number);
  const ids = { contentId, uploadId, sourceKey, versionId: message.versionId, attempt: number, first };
  const attempt = newAttempt(ids, deps.now(), true, checkTimeMs());
  const begun = await deps.conversions.begin(record, attempt, latest);
  return begun ? attempt : undefined;
};
