import * as z from 'zod/mini';
import { topicsModelOf, type LanguageModel } from '../../contract/content/language-models.ts';

/** What a stage analyzes, and with what: the part of its configuration that steps depend on. */
export interface StageAnalysis {
  readonly text: boolean;
  readonly topics: boolean;
  readonly frames: boolean;
  /** The language model that finds topics; undefined when they cost nothing. */
  readonly topicsModel: LanguageModel | undefined;
}

/** A stage that analyzes everything, with topics that cost nothing. */
export const fullAnalysis: StageAnalysis = { text: true, topics: true, frames: true, topicsModel: undefined };

/** Environment of functions that show or start steps: who analyzes what on this stage (`analysis` of the stage). */
export const stageEnv = {
  ANALYSIS_TEXT: z.enum(['comprehend', 'off']),
  ANALYSIS_TOPICS: z.enum(['bedrock', 'lexicon', 'off']),
  ANALYSIS_FRAMES: z.enum(['rekognition', 'off']),
  /** Inference profile of Bedrock that `bedrock` asks. */
  LANGUAGE_MODEL: z.string(),
};
type StageEnv = { readonly [Name in keyof typeof stageEnv]: z.infer<(typeof stageEnv)[Name]> };

/** What the stage analyzes, by the environment of a function. */
export const stageAnalysisOf = (env: StageEnv): StageAnalysis => ({
  text: env.ANALYSIS_TEXT !== 'off',
  topics: env.ANALYSIS_TOPICS !== 'off',
  frames: env.ANALYSIS_FRAMES !== 'off',
  topicsModel: topicsModelOf(env.ANALYSIS_TOPICS, env.LANGUAGE_MODEL),
});
