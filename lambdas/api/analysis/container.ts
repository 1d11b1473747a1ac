import { readSettings } from '../../data/admin/settings-entity.ts';
import { createBudgetList } from '../../data/analysis/budget-repository.ts';
import { createAnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import { createAnalyzedTitleLists } from '../../data/analysis/title-index-repository.ts';
import { createCorrectionRepository } from '../../data/analysis/correction-repository.ts';
import { createProfileNames } from '../../data/people/profile-names.ts';
import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import { createTranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { stageAnalysisOf } from '../../domain/pipeline/stage.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import type { Env } from './env.ts';
import { analysisRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) => {
    const cursors = createPaging(env);
    const lookup = createContentLookup(table, logger);
    return analysisRoutes({
      conversions: createConversionRepository(table),
      results: createAnalysisResultRepository(table),
      transcripts: createTranscriptRepository(table, (count) =>
        logger.error('Corrupt segments were skipped in an analysis', { count }),
      ),
      budget: createBudgetList(table, { cursors, logger }),
      readLimits: async () => {
        const settings = await readSettings(table);
        return { title: settings.analysis_budget_title_usd, month: settings.analysis_budget_month_usd };
      },
      makesSound: env.ANALYSIS_SPEECH !== 'off',
      transcribesMusic: async () => (await readSettings(table)).analysis_transcribe_music,
      titlesOf: async (ids) => {
        const found = ids.length === 0 ? [] : [...(await lookup.getMany(ids)).values()];
        return new Map(found.filter(({ deleted_at: at }) => at === undefined).map(({ id, title }) => [id, title]));
      },
      titles: createAnalyzedTitleLists(table, { cursors, logger }),
      content: lookup,
      corrections: createCorrectionRepository(table),
      profiles: createProfileNames(table),
      steps: createStepRepository(table),
      events: createEventBus(),
      stage: stageAnalysisOf(env),
      logger,
      now: Date.now,
    });
  });
