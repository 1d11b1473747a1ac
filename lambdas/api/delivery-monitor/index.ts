import { loadEnv } from '../../platform/load-env.ts';
import { createLogger } from '../../platform/logger.ts';
import { createHandler } from './container.ts';
import { Env } from './env.ts';

export const handler = createHandler(loadEnv(Env, process.env), createLogger(process.env['LOG_LEVEL']));
