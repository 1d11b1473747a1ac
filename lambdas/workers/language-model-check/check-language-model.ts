import type { Logger } from '../../domain/logger.ts';
import type { ReadModelStatus } from '../../domain/analysis/topics/model-status.ts';

interface Deps {
  readonly readStatus: ReadModelStatus;
  readonly logger: Logger;
}

/** Throws when AWS will withdraw the model or has done so, so that the failed event raises an alarm. */
export const checkLanguageModel = async ({ readStatus, logger }: Deps, modelId: string): Promise<void> => {
  const { state, endsAt } = await readStatus(modelId);
  if (state === 'active') return logger.info('The language model is active', { modelId });
  const end = endsAt === undefined ? '' : ` on ${endsAt}`;
  throw new Error(
    state === 'legacy'
      ? `AWS will withdraw the language model ${modelId}${end}: choose another one`
      : `AWS no longer offers the language model ${modelId} in this region: choose another one`,
  );
};
