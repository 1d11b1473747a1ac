import { createAttemptRepository } from '../../data/conversion/attempt-repository.ts';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { stageAnalysisOf } from '../../domain/pipeline/stage.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import { createConverter } from '../../platform/converter.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import type { Env } from './env.ts';
import { conversionRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    conversionRoutes({
      conversions: createConversionRepository(table),
      content: createContentRecords(table),
      attempts: createAttemptRepository(table),
      steps: createStepRepository(table),
      events: createEventBus(),
      converter: createConverter(),
      stage: stageAnalysisOf(env),
      now: Date.now,
    }),
  );
