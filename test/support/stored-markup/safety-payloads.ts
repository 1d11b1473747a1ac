import { ulid } from 'ulid';
import { analysisResultEntity } from '../../../lambdas/data/analysis/result-repository.ts';
import {
  safetyAppealEntity,
  safetyDecisionEntity,
  safetyVerdictEntity,
} from '../../../lambdas/data/safety/safety-entities.ts';
import { decideOn, appealOn } from '../../../lambdas/domain/safety/review.ts';
import { contentItem } from '../content.ts';
import { someFlagged } from '../rows/safety-rows.ts';
import { resultsWithTexts, type ModelTexts } from './model-payloads.ts';

const USER = '11111111-2222-4333-8444-555555555555';

/**
 * The longest waiting title of the reviews, with the findings of hostile models, a decision for each reason and,
 * because a title has only one appeal, all appeals in one text.
 */
export const safetyPayloads = (
  reasons: readonly string[],
  appeal: string,
  texts: ModelTexts,
): readonly Readonly<Record<string, unknown>>[] => {
  const { content, verdict } = someFlagged({ title: 'Appealed' }, -60);
  const appealed = appealOn(verdict, verdict.evaluated_at);
  return [
    contentItem({ ...content, safety: undefined }),
    ...resultsWithTexts(content, texts).map((result) => analysisResultEntity.toItem(result)),
    safetyVerdictEntity.toItem(appealed),
    safetyAppealEntity.toItem({
      content_id: content.id,
      version_id: verdict.version_id,
      evidence_digest: verdict.evidence_digest,
      text: appeal,
      appealed_by: USER,
      appealed_at: verdict.evaluated_at,
    }),
    ...reasons.map((reason) =>
      safetyDecisionEntity.toItem(
        decideOn(verdict, {
          id: ulid(),
          outcome: 'rejected',
          opened: [],
          reason,
          decided_by: USER,
          decided_role: 'admin',
          decided_at: verdict.evaluated_at,
        }).decision,
      ),
    ),
  ];
};
