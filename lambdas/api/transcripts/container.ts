import { createContentRecords } from '../../data/content/content-records.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createProfileNames } from '../../data/people/profile-names.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import { createScriptRepository } from '../../data/transcripts/script-repository.ts';
import { createTranscriptEdits } from '../../data/transcripts/transcript-edits.ts';
import { createTranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { stageAnalysisOf } from '../../domain/pipeline/stage.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { apiFunction } from '../api-function.ts';
import type { Env } from './env.ts';
import { transcriptRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    transcriptRoutes({
      content: createContentRecords(table),
      conversions: createConversionRepository(table),
      steps: createStepRepository(table),
      transcripts: createTranscriptRepository(table, (count) =>
        logger.error('Corrupt segments left out of a transcript', { count }),
      ),
      edits: createTranscriptEdits(table),
      scripts: createScriptRepository(table),
      profiles: createProfileNames(table),
      events: createEventBus(),
      stage: stageAnalysisOf(env),
      now: Date.now,
    }),
  );
