import { createLogger } from '../../platform/logger.ts';
import { createHandler } from './container.ts';

export const handler = createHandler(createLogger(process.env['LOG_LEVEL']));
