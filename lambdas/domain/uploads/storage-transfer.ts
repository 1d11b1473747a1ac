import type { Plan } from '../../contract/shared.ts';
import { AppError } from '../app-error.ts';
import { plans } from '../plans/plans.ts';
import type { Upload } from './upload.ts';

/** Storage that moves to another creator, and the limit of that creator's plan (null: unlimited). Bytes. */
export interface StorageTransfer {
  readonly bytes: number;
  readonly limit: number | null;
}

/** The uploads that reserve storage. That of an aborted upload was released when it was aborted. */
export const reservingUploads = <T extends Pick<Upload, 'state'>>(uploads: readonly T[]): readonly T[] =>
  uploads.filter(({ state }) => state !== 'aborted');

/**
 * The storage that moves with a content item's reserving uploads to a creator with this plan. Throws `invalid_state`
 * while there is more than one, because a replacement is then in progress.
 */
export const storageTransfer = (uploads: readonly Pick<Upload, 'file_size'>[], plan: Plan): StorageTransfer => {
  if (uploads.length > 1)
    throw new AppError(
      'invalid_state',
      'The file of this item is being replaced. Change the creator after the replacement has finished.',
    );
  const bytes = uploads.reduce((sum, { file_size: size }) => sum + size, 0);
  return { bytes, limit: plans[plan].storageBytes };
};
