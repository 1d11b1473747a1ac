import type { Role } from '../../contract/shared.ts';
import { stepSourcesOf } from '../../data/conversion/conversion-history.ts';
import { AppError } from '../../domain/app-error.ts';
import { reviews } from '../../domain/content/visibility.ts';
import { stepsOf } from '../../domain/pipeline/steps.ts';
import type { StepView } from '../../contract/media/steps.ts';
import { readExisting, type HistoryReader } from '../existing-history.ts';
import type { ConversionApiDeps } from './deps.ts';

/**
 * The steps of a content item that the caller reviews. Only administrators can read those of an upload without a
 * content item, and only they see costs.
 * @throws AppError `content_not_found`
 */
export const readSteps = async (
  { conversions, definitions, now, stage }: HistoryReader & Pick<ConversionApiDeps, 'definitions' | 'now' | 'stage'>,
  contentId: string,
  role: Role,
): Promise<StepView[]> => {
  const history = await readExisting({ conversions }, contentId);
  if (history.content ? !reviews(history.content, role) : role !== 'admin') throw new AppError('content_not_found');
  const steps = stepsOf(stepSourcesOf(history, { now, stage }), definitions);
  return role === 'admin' ? [...steps] : steps.map((step) => ({ ...step, cost: null }));
};
