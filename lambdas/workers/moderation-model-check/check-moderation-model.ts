import { moderationCoverage } from '../../domain/analysis/categories.ts';
import type { Logger } from '../../domain/logger.ts';

interface Deps {
  /** The version of the model that analyzes frames now. */
  readonly readVersion: () => Promise<string>;
  readonly logger: Logger;
}

/**
 * Throws when this release does not know what the model of Rekognition can detect, so that the failed event raises an
 * alarm: its findings then cover no category, and titles count as not fully analyzed.
 */
export const checkModerationModel = async ({ readVersion, logger }: Deps): Promise<void> => {
  const version = await readVersion();
  if (moderationCoverage(version).length > 0) return logger.info('The moderation model is known', { version });
  throw new Error(`Rekognition uses version ${version} of its moderation model, which this release does not know`);
};
