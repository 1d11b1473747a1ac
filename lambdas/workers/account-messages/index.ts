import { loadEnv } from '../../platform/load-env.ts';
import { createHandler } from './container.ts';
import { Env } from './env.ts';

export const handler = createHandler(loadEnv(Env, process.env));
