import * as z from 'zod/mini';
import { OriginHashList } from '../api-env.ts';

/** Environment of the docs function. */
export const Env = z.object({ ORIGIN_HASHES: OriginHashList });
export type Env = z.infer<typeof Env>;
