import * as z from 'zod/mini';

/** SHA-256 hashes of origin secrets in hex, separated by commas. */
export const OriginHashList = z.string().check(z.regex(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/));

/** Maximum number of active sessions of a user, as text. */
const SessionLimit = z.string().check(z.regex(/^[1-9]\d*$/));

/** Environment variables of every API function. `ADMINS_NEED_FACTOR` is `true` if staff must have a second factor. */
export const apiEnv = {
  TABLE_NAME: z.string(),
  ORIGIN_HASHES: OriginHashList,
  SESSION_LIMIT: SessionLimit,
  ADMINS_NEED_FACTOR: z.string(),
};
