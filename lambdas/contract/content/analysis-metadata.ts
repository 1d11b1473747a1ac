import * as z from 'zod/mini';

/** The specification's sentiments. */
export const Sentiment = z.enum(['POSITIVE', 'NEGATIVE', 'NEUTRAL', 'MIXED']);
export type Sentiment = z.infer<typeof Sentiment>;

/** 0 to 1; null when a model reports none. */
const Confidence = z.nullable(z.number());

/** What the highest level of analysis that a title has had was made of. */
const AnalysisLevel = z.object({
  /** The steps that have a result, with the provider and version of the model. */
  steps: z.array(z.object({ step: z.string(), provider: z.string(), version: z.string() })),
});

/** The levels of analysis in the specification, lowest first. */
export const ANALYSIS_LEVELS = ['basic_analysis', 'advanced_analysis', 'enterprise_analysis'] as const;

/**
 * The results in the shapes of the specification (administrator specification, section 3), with the corrections of
 * users.
 */
export const AnalysisMetadata = z.object({
  transcription: z.nullable(z.string()),
  video_analysis: z.nullable(z.object({ labels: z.array(z.object({ name: z.string(), confidence: z.number() })) })),
  sentiment_analysis: z.nullable(z.object({ sentiment: Sentiment, confidence: Confidence })),
  entity_recognition: z.nullable(z.array(z.object({ type: z.string(), text: z.string(), confidence: Confidence }))),
  content_analysis: z.nullable(
    z.object({
      language: z.nullable(z.string()),
      topics: z.array(z.object({ topic: z.string(), score: z.number() })),
      sensitive: z.array(z.object({ category: z.string(), confidence: Confidence })),
    }),
  ),
  /** Speech or text was analyzed. At most one of the three levels is present. */
  basic_analysis: z.optional(AnalysisLevel),
  /** The picture was analyzed, too. */
  advanced_analysis: z.optional(AnalysisLevel),
  /** A language model found the topics. */
  enterprise_analysis: z.optional(AnalysisLevel),
});
export type AnalysisMetadata = z.infer<typeof AnalysisMetadata>;
