import { AppError } from '../../domain/app-error.ts';
import type { AppEvent } from '../../events/app-events.ts';
import type { CatalogDeps } from './deps.ts';

/** Publishes a change of names. If that fails, the caller can repeat the request to publish it. */
export const publishNamesChange = async (
  { events, logger }: CatalogDeps,
  requestId: string,
  of: AppEvent<'CatalogNamesChanged.v1'>,
): Promise<void> => {
  try {
    await events.publish('CatalogNamesChanged.v1', of);
  } catch (error) {
    logger.error('Could not publish a change of names', { requestId }, error);
    throw new AppError('unavailable', "Your change is saved, but its items don't show it yet. Save again.");
  }
};
