import { factsOf, isAlive } from '../../data/conversion/conversion-record.ts';
import type { Role } from '../../contract/shared.ts';
import { AppError } from '../../domain/app-error.ts';
import { reviews } from '../../domain/content/visibility.ts';
import { stepsOf } from '../../domain/conversion/steps.ts';
import type { StepView } from '../../contract/media/steps.ts';
import type { ConversionApiDeps } from './deps.ts';

/**
 * The steps of a content that a person works on, or of an upload that none stands on, which administrators do. Throws
 * AppError `content_not_found`, also while the content is being deleted.
 */
export const readSteps = async (
  { conversions }: Pick<ConversionApiDeps, 'conversions'>,
  contentId: string,
  role: Role,
): Promise<StepView[]> => {
  const history = await conversions.readHistory(contentId);
  if (!history || history.content?.deleted_at !== undefined) throw new AppError('content_not_found');
  if (history.content ? !reviews(history.content, role) : role !== 'admin') throw new AppError('content_not_found');
  const { attempts, upload, own } = history;
  return [
    ...stepsOf({
      upload,
      attempts,
      current: factsOf(history).current_attempt,
      restartable: history.content !== undefined && (isAlive(history) || own?.state === 'claimed'),
    }),
  ];
};
