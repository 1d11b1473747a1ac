import { createModerationVersion } from '../../platform/analyzers.ts';
import { createLogger } from '../../platform/logger.ts';
import { checkModerationModel } from './check-moderation-model.ts';

const deps = { readVersion: createModerationVersion(), logger: createLogger(process.env['LOG_LEVEL']) };

/** Runs once a day. */
export const handler = (): Promise<void> => checkModerationModel(deps);
