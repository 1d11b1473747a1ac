import * as z from 'zod/mini';
import type { StorageLocation } from '../domain/content/views.ts';
import type { Parameters } from '../platform/parameters.ts';

/** Environment of functions that return where AWS keeps the files of a content item. */
export const storageEnv = { UPLOADS_BUCKET: z.string(), DISTRIBUTION_PARAMETER: z.string() };

/** Creates the function that returns where AWS keeps the files of content items. `region` is the function's own. */
export const createStorageLocation =
  (
    env: { readonly UPLOADS_BUCKET: string; readonly DISTRIBUTION_PARAMETER: string },
    region: string | undefined,
    parameters: Parameters,
  ) =>
  async (): Promise<StorageLocation> => ({
    bucket: env.UPLOADS_BUCKET,
    // Lambda always sets it.
    region: region ?? '',
    distributionId: await parameters.read(env.DISTRIBUTION_PARAMETER),
  });
