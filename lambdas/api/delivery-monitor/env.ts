import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the delivery-monitor function. */
export const Env = z.object({ ...apiEnv, CURSOR_KEY_PARAMETER: z.string(), DISTRIBUTION_PARAMETER: z.string() });
export type Env = z.infer<typeof Env>;
