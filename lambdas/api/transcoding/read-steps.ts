import { factsOf, isAlive } from '../../data/conversion-home.ts';
import { AppError } from '../../domain/app-error.ts';
import { stepsOf } from '../../domain/conversion/steps.ts';
import type { StepView } from '../../contract/steps.ts';
import type { TranscodingDeps } from './routes.ts';

/** The steps of a content, or of an upload that none stands on. Throws AppError `content_not_found`, also while the content is being deleted. */
export const readSteps = async ({ conversions }: Pick<TranscodingDeps, 'conversions'>, contentId: string): Promise<StepView[]> => {
  const history = await conversions.readHistory(contentId);
  if (!history || history.content?.deleted_at !== undefined) throw new AppError('content_not_found');
  const { attempts, upload, own } = history;
  return [...stepsOf({ upload, attempts, current: factsOf(history).current_attempt, restartable: history.content !== undefined && (isAlive(history) || own?.state === 'claimed') })];
};
