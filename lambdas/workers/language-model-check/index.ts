import { modelIdOf } from '../../contract/content/language-models.ts';
import { loadEnv } from '../../platform/load-env.ts';
import { createLogger } from '../../platform/logger.ts';
import { createModelStatus } from '../../platform/bedrock/model-status.ts';
import { checkLanguageModel } from './check-language-model.ts';
import { Env } from './env.ts';

const env = loadEnv(Env, process.env);
const deps = { readStatus: createModelStatus(), logger: createLogger(process.env['LOG_LEVEL']) };

/** Runs once a day. */
export const handler = (): Promise<void> => checkLanguageModel(deps, modelIdOf(env.LANGUAGE_MODEL));
