import type { ApiClient } from '../../../../lib/api/api-client.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import type { ChosenStrategy, FoundDistribution } from '../shapes.ts';
import { cloudFrontTexts, corsTexts } from '../texts.ts';
import { setupTexts } from './texts.ts';

/** What a CDN setup found. */
export interface SetupOutcome {
  /** The distribution; null when none was found. */
  readonly found: FoundDistribution | null;
  /** Whether there was something to set up. */
  readonly checked: boolean;
  /** Why the setup failed, or why there was nothing to set up; null when it succeeded. */
  readonly problem: string | null;
  /** The strategy that applies while CloudFront is down; null while it works, and when it could not be chosen. */
  readonly strategy: ChosenStrategy | null;
}

/** The setup was asked about something that does not exist, which says nothing about CloudFront. */
export class WrongTarget extends Error {}

/** Whether CloudFront can be why a call failed: it does not respond, or the distribution is missing. */
const canBeOfCloudFront = (error: unknown): boolean =>
  error instanceof ApiError && (error.status >= 500 || error.code === 'invalid_state');

/** Chooses and applies the strategy, unless CloudFront works. The server chooses it, because it asks CloudFront. */
const fallBack = async (api: ApiClient): Promise<ChosenStrategy | null> => {
  const choose = (operation: 'check' | 'configure') =>
    api.call('delivery-tools.intelligent-cors-manager', {
      body: { operation, operationType: 'playback', cloudFrontStatus: 'error' },
    });
  try {
    const { capabilities } = await choose('check');
    return capabilities.cloudFront ? null : await choose('configure');
  } catch {
    return null;
  }
};

/**
 * Finds the distribution. When CloudFront is why that fails, it falls back to the strategy that works (specification,
 * section 8: "CloudFront failure falls back to the CORS strategy").
 * @throws WrongTarget when `find` does.
 */
export const setUpCdn = async (
  api: ApiClient,
  find: () => Promise<FoundDistribution & { readonly checked?: boolean; readonly problem?: string | null }>,
): Promise<SetupOutcome> => {
  const outcome = await find().then(
    (found) => {
      const { checked = true } = found;
      const problem = found.problem ?? (found.success ? null : cloudFrontTexts.disabled);
      return { found, checked, problem, isDown: checked && problem !== null };
    },
    (error: unknown) => {
      if (error instanceof WrongTarget) throw error;
      const problem = error instanceof Error ? error.message : String(error);
      return { found: null, checked: true, problem, isDown: canBeOfCloudFront(error) };
    },
  );
  const { found, checked, problem, isDown } = outcome;
  return { found, checked, problem, strategy: isDown ? await fallBack(api) : null };
};

/** What to say about a failed setup: the title and the text of a toast. */
export const setupFailure = (
  problem: string,
  strategy: ChosenStrategy | null,
): { readonly title: string; readonly description: string } => {
  if (strategy === null) return { title: setupTexts.failed, description: problem };
  // CloudFront is down, and so is what replaces it.
  if (!strategy.success && strategy.strategy === 'cors')
    return {
      title: corsTexts.failed,
      description: strategy.manualConfigRequired ? `${problem} ${corsTexts.manual}` : problem,
    };
  const name = corsTexts.strategy.strategies[strategy.strategy];
  return {
    title: setupTexts.failed,
    description: `${problem} ${cloudFrontTexts.fallback(name, strategy.reason)}`,
  };
};
