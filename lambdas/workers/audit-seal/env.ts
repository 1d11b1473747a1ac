import * as z from 'zod/mini';

/** Environment of the worker that seals the audit log. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  AUDIT_BUCKET: z.string(),
});
export type Env = z.infer<typeof Env>;
