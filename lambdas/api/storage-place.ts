import * as z from 'zod/mini';
import type { StoragePlace } from '../domain/content/views.ts';
import { createParameters, type Parameters } from '../platform/parameters.ts';

/** Environment of functions that return where AWS keeps the files of a content item. */
export const storageEnv = { UPLOADS_BUCKET: z.string(), DISTRIBUTION_PARAMETER: z.string() };

/** Creates the function that returns where AWS keeps the files of content items. */
export const createStoragePlace =
  (
    env: { readonly UPLOADS_BUCKET: string; readonly DISTRIBUTION_PARAMETER: string },
    parameters: Parameters = createParameters(),
  ) =>
  async (): Promise<StoragePlace> => ({
    bucket: env.UPLOADS_BUCKET,
    // Set by Lambda, which allows no other value.
    region: process.env['AWS_REGION'] ?? '',
    distributionId: await parameters.read(env.DISTRIBUTION_PARAMETER),
  });
