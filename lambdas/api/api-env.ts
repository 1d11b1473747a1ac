import * as z from 'zod/mini';

/** SHA-256 hashes of origin secrets in hex, separated by commas. */
export const OriginHashList = z.string().check(z.regex(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/));

/** Environment variables of every API function. */
export const apiEnv = { TABLE_NAME: z.string(), ORIGIN_HASHES: OriginHashList };
