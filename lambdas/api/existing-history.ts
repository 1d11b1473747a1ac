import type { History } from '../data/conversion/conversion-history.ts';
import type { ConversionRepository } from '../data/conversion/conversion-repository.ts';
import { AppError } from '../domain/app-error.ts';

/** What reading a history needs. */
export interface HistoryReader {
  readonly conversions: Pick<ConversionRepository, 'readHistory'>;
}

/** The history of a content item or an upload. @throws AppError `content_not_found`, also during a deletion */
export const readExisting = async ({ conversions }: HistoryReader, contentId: string): Promise<History> => {
  const history = await conversions.readHistory(contentId);
  if (!history || history.content?.deleted_at !== undefined) throw new AppError('content_not_found');
  return history;
};
