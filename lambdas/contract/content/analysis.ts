import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { SafetyVerdict, SafetyRisk } from '../admin/safety-shapes.ts';
import { StepName } from '../media/steps.ts';
import { ContentId, pageOf, pageQuery, Timestamp, UserId } from '../shared.ts';
import { MAX_ESTIMATED_SECONDS } from './analysis-limits.ts';
import { AnalysisMetadata, Sentiment } from './analysis-metadata.ts';
import { ContentType } from './content-shapes.ts';
import { AnalysisOverview, AnalysisTopic, AnalyzedTitle, LanguageCode } from './analyzed-titles.ts';

const Confidence = z.nullable(z.number());
const range = { from_ms: z.number(), to_ms: z.number() };

/** Where a result comes from. `calibrated`: whether its confidences are measured probabilities. */
const AnalysisResult = z.object({
  step: z.string(),
  provider: z.string(),
  model: z.string(),
  version: z.string(),
  calibrated: z.boolean(),
  /** Sensitive categories that the model can detect at all. */
  covers: z.array(z.string()),
  created_at: Timestamp,
  /** Whether the transcript has changed since. */
  stale: z.boolean(),
  /** US dollars at list price. A repetition with the same input costs nothing. */
  cost_usd: z.number(),
});

/** Something that may conflict with the policy for sensitive content. All texts are what a model returned. */
const AnalysisEvidence = z.object({
  ...range,
  id: z.string(),
  category: z.string(),
  /** Of its label; null for findings of an earlier version. */
  risk: z.nullable(SafetyRisk),
  kind: z.enum(['frame', 'text']),
  quote: z.nullable(z.string()),
  label: z.string(),
  parent: z.nullable(z.string()),
  confidence: Confidence,
});

const LABEL_MAX = 60;
/** A label for what is in the pictures. */
const LabelName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(LABEL_MAX), z.regex(/^[^<>\x00-\x1F\x7F]*$/, 'Must be a word or two'));

/** `added`: a model missed it. `removed`: a model was wrong. `none`: withdraws a correction. */
const Change = z.enum(['added', 'removed', 'none']);

/** A user's correction of one label or topic. */
const Correction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('label'), name: LabelName, change: Change }),
  z.strictObject({ kind: z.literal('topic'), name: AnalysisTopic, change: Change }),
]);

/** A correction that applies, with who made it. */
const AppliedCorrection = z.object({
  kind: z.enum(['label', 'topic']),
  name: z.string(),
  change: z.enum(['added', 'removed']),
  by: UserId,
  /** Null when the user's profile no longer exists. */
  by_name: z.nullable(z.string()),
  at: Timestamp,
});

/** What a title costs, US dollars at list price. */
const TitleCosts = z.object({
  /** Conversion of its current file; null when unknown. */
  encoding_usd: z.nullable(z.number()),
  /** All runs of the analysis so far, also those that failed or whose results were replaced. */
  analysis_usd: z.number(),
  /** Estimated from the renditions' bitrates, a month; null when unknown. */
  storage_month_usd: z.nullable(z.number()),
  /** Estimated from the highest rendition, for an hour watched; null when unknown. */
  delivery_hour_usd: z.nullable(z.number()),
  /** Views of the title so far, as listeners see them. */
  views: z.number(),
  /**
   * Estimated for these views; null when unknown. Nothing measures how much of a title is watched, so each view counts
   * as all of its current file in the highest rendition. Plays by staff, and repeated ones within a day, are no views.
   */
  delivered_usd: z.nullable(z.number()),
});

export const AnalysisView = z.object({
  content_id: ContentId,
  title: z.string(),
  /** Milliseconds; null until the file is checked. */
  duration_ms: z.nullable(z.number()),
  results: z.array(AnalysisResult),
  metadata: AnalysisMetadata,
  sentiments: z.array(z.object({ ...range, sentiment: Sentiment, confidence: Confidence })),
  entities: z.array(z.object({ type: z.string(), text: z.string(), mentions: z.number(), at_ms: z.array(z.number()) })),
  /** Corrected: without those that a user removed. Labels that a user added have the confidence 1 and no times. */
  labels: z.array(z.object({ name: z.string(), confidence: z.number(), at_ms: z.array(z.number()) })),
  /** Corrections of the labels and topics of the current file. */
  corrections: z.array(AppliedCorrection),
  evidence: z.array(AnalysisEvidence),
  costs: TitleCosts,
  /** Expected cost of running each step again with new input, US dollars. */
  estimates: z.record(z.string(), z.number()),
});
export type AnalysisView = z.infer<typeof AnalysisView>;

const BudgetTitle = z.object({
  content_id: ContentId,
  /** Null for a title that was deleted. */
  title: z.nullable(z.string()),
  spent_usd: z.number(),
  /** Set aside for calls that are running. */
  reserved_usd: z.number(),
  skipped: z.array(z.object({ step: z.string(), limit: z.enum(['title', 'month']), usd: z.number(), at: Timestamp })),
});

export const BudgetView = z.object({
  ...pageOf(BudgetTitle).shape,
  /** Calendar month in UTC, such as `2026-11`. */
  month: z.string(),
  limit_title_usd: z.number(),
  limit_month_usd: z.number(),
  spent_usd: z.number(),
  reserved_usd: z.number(),
  /** Number of steps that were skipped because of a budget. */
  skips: z.number(),
});
export type BudgetView = z.infer<typeof BudgetView>;

/** What the analysis of a file is expected to cost. */
export const AnalysisEstimate = z.object({
  /** The paid steps, US dollars at list price. `speech` runs for a script without a cost, and not for most music. */
  steps: z.array(z.object({ step: StepName, title: z.string(), usd: z.number() })),
  /** Whether the settings transcribe music without being asked. */
  transcribes_music: z.boolean(),
});
export type AnalysisEstimate = z.infer<typeof AnalysisEstimate>;

export const analysisEndpoints = {
  'analysis.list-titles': endpoint({
    method: 'GET',
    path: '/api/admin/analyzed-titles',
    auth: 'admin',
    summary: 'Lists titles with the state and results of their analysis, the one that changed last first.',
    query: z.strictObject({
      ...pageQuery,
      verdict: z.optional(SafetyVerdict),
      topic: z.optional(AnalysisTopic),
      sentiment: z.optional(Sentiment),
      language: z.optional(LanguageCode),
    }),
    responses: { 200: pageOf(AnalyzedTitle) },
    errors: ['invalid_cursor'],
  }),
  'analysis.get-overview': endpoint({
    method: 'GET',
    path: '/api/admin/analysis-overview',
    auth: 'admin',
    summary: 'Returns what was found in the 10 titles whose analysis changed last, with samples.',
    responses: { 200: AnalysisOverview },
    errors: [],
  }),
  'analysis.run-analysis': endpoint({
    method: 'POST',
    path: '/api/content/{id}/analysis/runs',
    auth: 'admin',
    summary:
      'Runs the steps of the analysis that have failed, were skipped, or whose input has changed; otherwise all of ' +
      'them again, which costs nothing while their input is the same. Speech in music runs only by its own step.',
    params: z.strictObject({ id: ContentId }),
    responses: { 202: z.object({ content_id: ContentId, steps: z.array(StepName) }) },
    errors: ['content_not_found', 'invalid_state'],
  }),
  'analysis.get-analysis': endpoint({
    method: 'GET',
    path: '/api/content/{id}/analysis',
    auth: 'admin',
    summary: 'Returns what the analysis found in a content item, what found it, and what the item costs.',
    params: z.strictObject({ id: ContentId }),
    responses: { 200: AnalysisView },
    errors: ['content_not_found'],
  }),
  'analysis.correct-analysis': endpoint({
    method: 'PUT',
    path: '/api/content/{id}/analysis/corrections',
    auth: 'admin',
    summary: 'Corrects one label or topic of the current file, or withdraws the correction. It analyzes nothing again.',
    params: z.strictObject({ id: ContentId }),
    body: Correction,
    responses: { 200: AnalysisView },
    errors: ['content_not_found', 'invalid_state', 'version_conflict'],
  }),
  'analysis.get-estimate': endpoint({
    method: 'GET',
    path: '/api/admin/analysis-estimate',
    auth: 'admin',
    summary: 'Returns what the analysis of a file is expected to cost, by step, before the file is uploaded.',
    query: z.strictObject({
      /** Of the file: only videos have pictures. */
      content_type: ContentType,
      seconds: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_ESTIMATED_SECONDS)),
    }),
    responses: { 200: AnalysisEstimate },
    errors: [],
  }),
  'analysis.get-budget': endpoint({
    method: 'GET',
    path: '/api/admin/analysis-budget',
    auth: 'admin',
    summary: 'Returns what the analysis has cost in a calendar month, by title, and which steps were skipped.',
    query: z.strictObject({
      ...pageQuery,
      /** @default the current month (UTC) */
      month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))),
    }),
    responses: { 200: BudgetView },
    errors: ['invalid_cursor'],
  }),
};
