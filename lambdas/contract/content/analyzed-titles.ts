import * as z from 'zod/mini';
import { SafetyOutcome, SafetyVerdict } from '../admin/safety-shapes.ts';
import { StepName, StepState } from '../media/steps.ts';
import { ContentId, Timestamp } from '../shared.ts';
import { Sentiment } from './analysis-metadata.ts';
import { ContentStatus, ContentType } from './content-shapes.ts';

/** The topics of titles, after the first level of IAB Tech Lab's Content Taxonomy, as far as media titles need them. */
export const AnalysisTopic = z.enum([
  'automotive',
  'books',
  'business',
  'crime',
  'education',
  'family',
  'fashion',
  'food',
  'gaming',
  'health',
  'home',
  'movies',
  'music',
  'nature',
  'politics',
  'religion',
  'science',
  'sports',
  'technology',
  'travel',
]);
export type AnalysisTopic = z.infer<typeof AnalysisTopic>;

/** The first part of a language tag (BCP 47), such as `en`: a list by language does not distinguish regions. */
export const LanguageCode = z.string().check(z.regex(/^[a-z]{2,3}$/, 'Must be a language code such as `en`'));

/** Languages in which sentiment is rated and names are found, by their codes. */
export const RATED_LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'ko', 'pt', 'zh'] as const;

/**
 * Characters of the neighboring segments whose sentiment is rated together, at least: Comprehend charges for three
 * units of 100 in any case. Longer titles have longer parts.
 */
export const RATED_CHARACTERS = 300;

/** A step of the analysis in short. `conversion.list-steps` has the rest. */
export const AnalysisStepState = z.object({
  step: StepName,
  /** What users call it. */
  title: z.string(),
  state: StepState,
  /**
   * Why the step was interrupted, failed or was skipped, or what its result lacks, as a sentence for the user. Null
   * also when the step was skipped because the title has nothing for it, such as the picture of a song.
   */
  reason: z.nullable(z.string()),
});
export type AnalysisStepState = z.infer<typeof AnalysisStepState>;

/** What `analysis.run-analysis` would run now. */
const NextRun = z.object({
  /** Steps that would start. Those that need their results follow. */
  steps: z.array(StepName),
  /** Highest expected cost with the steps that follow, US dollars. Unchanged input costs nothing. */
  usd: z.number(),
});

/** A title with what the analysis of its current file found, in short. */
export const AnalyzedTitle = z.object({
  content_id: ContentId,
  title: z.string(),
  artist: z.string(),
  content_type: ContentType,
  status: ContentStatus,
  /** `unknown` also until the title is analyzed. */
  verdict: SafetyVerdict,
  /** What staff decided about the verdict, while that applies; null when they did not. */
  decision: z.nullable(SafetyOutcome),
  /** Best first. */
  topics: z.array(AnalysisTopic),
  /** Of the whole title; null while unknown. */
  sentiment: z.nullable(Sentiment),
  /** Of what is said; null while unknown. */
  language: z.nullable(z.string()),
  steps: z.array(AnalysisStepState),
  /** Null while nothing can run: steps are running, or the file is not converted. */
  next_run: z.nullable(NextRun),
  /** What all runs of the analysis have cost so far, US dollars at list price. */
  cost_usd: z.number(),
  /** When a step last started or ended; the creation of the title before the first one. */
  changed_at: Timestamp,
});
export type AnalyzedTitle = z.infer<typeof AnalyzedTitle>;

/** Number of titles that the overview looks at, and of samples for each kind of result (specification, section 9). */
export const OVERVIEW_TITLES = 10;
export const OVERVIEW_SAMPLES = 3;

/** The kinds of results, named as in `metadata`. */
export const AnalysisKind = z.enum([
  'transcription',
  'video_analysis',
  'sentiment_analysis',
  'entity_recognition',
  'content_analysis',
]);
export type AnalysisKind = z.infer<typeof AnalysisKind>;

/** The titles whose analysis changed last: how many have each kind of result, with samples. */
export const AnalysisOverview = z.object({
  /** Number of titles that were looked at, at most `OVERVIEW_TITLES`. */
  titles: z.number(),
  kinds: z.array(
    z.object({
      kind: AnalysisKind,
      /** Number of these titles with such a result. */
      titles: z.number(),
      /** The first results of these titles, at most `OVERVIEW_SAMPLES`. Texts of a model or of the file. */
      samples: z.array(z.object({ content_id: ContentId, title: z.string(), text: z.string() })),
    }),
  ),
  /** Number of these titles with each verdict. */
  verdicts: z.array(z.object({ verdict: SafetyVerdict, titles: z.number() })),
  /** What the analysis of these titles has cost, US dollars at list price. */
  cost_usd: z.number(),
});
export type AnalysisOverview = z.infer<typeof AnalysisOverview>;
