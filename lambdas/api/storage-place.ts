import * as z from 'zod/mini';
import type { StoragePlace } from '../domain/content/views.ts';
import { createParameters, type Parameters } from '../platform/parameters.ts';

/** Environment of functions that return where AWS keeps the files of a content item. */
export const storageEnv = { UPLOADS_BUCKET: z.string(), DISTRIBUTION_PARAMETER: z.string() };

/** Creates the function that returns where AWS keeps the files of content items. `region` is the function's own. */
export const createStoragePlace =
  (
    env: { readonly UPLOADS_BUCKET: string; readonly DISTRIBUTION_PARAMETER: string },
    region: string | undefined,
    parameters: Parameters = createParameters(),
  ) =>
  async (): Promise<StoragePlace> => ({
    bucket: env.UPLOADS_BUCKET,
    // Lambda always sets it.
    region: region ?? '',
    distributionId: await parameters.read(env.DISTRIBUTION_PARAMETER),
  });
