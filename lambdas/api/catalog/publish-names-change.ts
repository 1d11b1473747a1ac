import { AppError } from '../../domain/app-error.ts';
import type { AppEvent } from '../../events/app-events.ts';
import type { CatalogDeps } from './deps.ts';

/** Tells the worker whose contents are to follow. Asked again, the same request finishes what could not be told. */
export const publishNamesChange = async (
  { events, logger }: CatalogDeps,
  requestId: string,
  of: AppEvent<'CatalogNamesChanged.v1'>,
): Promise<void> => {
  try {
    await events.publish('CatalogNamesChanged.v1', of);
  } catch (error) {
    logger.error('A change of names was not handed over', { requestId }, error);
    throw new AppError('unavailable', 'It is saved, but its contents do not follow yet. Save it again.');
  }
};
