import type { AnalysisView } from '../../contract/content/analysis.ts';
import type { ANALYSIS_LEVELS } from '../../contract/content/analysis-metadata.ts';
import type { Attempt } from '../conversion/attempt.ts';
import { DELIVERY_GIGABYTE, STORAGE_GIGABYTE_MONTH } from '../media/prices.ts';
import { pipeline } from '../pipeline/definition.ts';
import type { StageAnalysis } from '../pipeline/stage.ts';
import type { StepRun } from '../pipeline/step-run.ts';
import { transcriptPrice, transcriptTopicsPrice } from './prices.ts';
import { isStale, type AnalysisStep, type StepResult, type StepSummary } from './results.ts';
import { spentOnAnalysis } from './spending.ts';
import type { Segment, TranscriptState } from './transcript.ts';

type SummaryOf<S extends AnalysisStep> = Extract<StepSummary, { readonly step: S }>;

const summaryOf = <S extends AnalysisStep>(results: readonly StepResult[], step: S): SummaryOf<S> | undefined =>
  results.find((result) => result.step === step)?.summary as SummaryOf<S> | undefined;

const GIGABYTE = 1024 ** 3;
/** Share of a rung's maximum bitrate that films use on average (AWS's guide to QVBR: "often well below"). */
const SHARE_OF_CAP = 0.6;
const FRAME_BYTES = 40_000;
const SOUND_BYTES_PER_SECOND = 32_000;

const dollars = (usd: number): number => Number(usd.toFixed(6));

/**
 * What a title costs. The sizes of its files are estimated from their bitrates. Delivery so far is estimated from the
 * number of views, because nothing measures how long a title is watched: each view counts as the whole duration in the
 * highest rendition, which most stay below. Views of earlier files count as views of the current one.
 */
const titleCosts = (attempt: Attempt | undefined, runs: readonly StepRun[], views: number): AnalysisView['costs'] => {
  const known = { encoding_usd: attempt?.price ?? null, analysis_usd: spentOnAnalysis(runs), views };
  const { ladder, duration } = attempt ?? {};
  if (!ladder || duration === undefined)
    return { ...known, storage_month_usd: null, delivery_hour_usd: null, delivered_usd: views === 0 ? 0 : null };
  const sound = ladder.audio.reduce((sum, { bitrate }) => sum + bitrate, 0);
  const pictures = ladder.video.map(({ maxBitrate }) => maxBitrate * SHARE_OF_CAP);
  const renditions = ((pictures.reduce((sum, bits) => sum + bits, 0) + sound) / 8) * duration;
  const { frames, soundChannels } = ladder.analysis ?? {};
  const extra =
    (frames?.count ?? 0) * FRAME_BYTES + (soundChannels === undefined ? 0 : duration * SOUND_BYTES_PER_SECOND);
  const watchedSecond = ((pictures.at(-1) ?? 0) + (ladder.audio.at(-1)?.bitrate ?? 0)) / 8;
  const deliveryOf = (seconds: number): number => dollars(((watchedSecond * seconds) / GIGABYTE) * DELIVERY_GIGABYTE);
  return {
    ...known,
    storage_month_usd: dollars(((renditions + extra) / GIGABYTE) * STORAGE_GIGABYTE_MONTH),
    delivery_hour_usd: deliveryOf(3600),
    delivered_usd: deliveryOf(views * duration),
  };
};

/** The level of analysis that the results make, as the marker of the specification; none without results. */
const levelOf = (results: readonly StepResult[]): Pick<AnalysisView['metadata'], (typeof ANALYSIS_LEVELS)[number]> => {
  const found = results.filter(({ step }) => step !== 'captions');
  if (found.length === 0) return {};
  const level = {
    steps: found.map(({ step, provenance: { provider, version } }) => ({ step, provider, version })),
  };
  if (found.some(({ step, provenance }) => step === 'topics' && provenance.provider === 'bedrock'))
    return { enterprise_analysis: level };
  return found.some(({ step }) => step === 'frames') ? { advanced_analysis: level } : { basic_analysis: level };
};

/** The results in the shapes of the specification. */
export const specificationMetadata = (
  results: readonly StepResult[],
  transcription: string | null,
): AnalysisView['metadata'] => {
  const [text, topics, frames] = [
    summaryOf(results, 'text'),
    summaryOf(results, 'topics'),
    summaryOf(results, 'frames'),
  ];
  const sensitive = new Map<string, number | null>();
  for (const { category, confidence } of [...(text?.evidence ?? []), ...(frames?.evidence ?? [])]) {
    const known = sensitive.get(category);
    sensitive.set(category, known === undefined ? confidence : Math.max(known ?? 0, confidence ?? 0));
  }
  return {
    transcription,
    video_analysis: frames ? { labels: frames.labels.map(({ name, confidence }) => ({ name, confidence })) } : null,
    sentiment_analysis: text?.sentiment ?? null,
    entity_recognition: text
      ? text.entities.map(({ type, text: name, confidence }) => ({ type, text: name, confidence }))
      : null,
    content_analysis:
      text || topics || frames
        ? {
            language: text?.language?.code ?? null,
            topics: [...(topics?.topics ?? [])],
            sensitive: [...sensitive].map(([category, confidence]) => ({ category, confidence })),
          }
        : null,
    ...levelOf(results),
  };
};

/** What running each step again is expected to cost, in US dollars. */
const estimatesOf = (
  attempt: Attempt,
  segments: readonly Segment[] | undefined,
  stage: StageAnalysis,
): AnalysisView['estimates'] => ({
  ...Object.fromEntries(
    pipeline
      .filter(({ startedBy, rerun }) => startedBy === 'StepRequested.v1' && rerun.by === 'alone')
      .map((step) => [step.name, dollars(step.cost(attempt, stage))]),
  ),
  ...(segments ? { text: dollars(transcriptPrice(segments)) } : {}),
  ...(segments && stage.topicsModel ? { topics: dollars(transcriptTopicsPrice(stage.topicsModel, segments)) } : {}),
});

/** What is stored about the analysis of a title. */
export interface TitleAnalysis {
  readonly content: { readonly id: string; readonly title: string; readonly view_count: number };
  readonly attempt: Attempt | undefined;
  readonly results: readonly StepResult[];
  /** All stored runs of steps, also for earlier conversions and files. */
  readonly runs: readonly StepRun[];
  /** The current transcript of this file; undefined when there is none. */
  readonly spoken: { readonly transcript: TranscriptState; readonly segments: readonly Segment[] } | undefined;
  readonly stage: StageAnalysis;
}

/** What administrators see of the analysis of a title. */
export const analysisView = ({
  content: { id, title, view_count: views },
  attempt,
  results,
  runs,
  spoken,
  stage,
}: TitleAnalysis): Omit<AnalysisView, 'corrections'> => {
  const transcription = spoken?.segments.map(({ text }) => text).join(' ') ?? null;
  const [text, frames] = [summaryOf(results, 'text'), summaryOf(results, 'frames')];
  const evidence = [...(text?.evidence ?? []), ...(frames?.evidence ?? [])].sort((a, b) => a.from_ms - b.from_ms);
  return {
    content_id: id,
    title,
    duration_ms: attempt?.duration === undefined ? null : Math.round(attempt.duration * 1000),
    results: results.map((result) => ({
      step: result.step,
      ...result.provenance,
      covers: [...result.provenance.covers],
      created_at: result.created_at,
      stale: isStale(result, spoken?.transcript),
      cost_usd: result.cost_usd,
    })),
    metadata: specificationMetadata(results, transcription),
    sentiments: [...(text?.sentiments ?? [])],
    entities: (text?.entities ?? []).map(({ type, text: name, mentions, at_ms }) => ({
      type,
      text: name,
      mentions,
      at_ms: [...at_ms],
    })),
    labels: (frames?.labels ?? []).map((label) => ({ ...label, at_ms: [...label.at_ms] })),
    evidence: evidence.map(
      ({ id: evidenceId, category, risk, kind, quote, label, parent, confidence, from_ms, to_ms }) => ({
        id: evidenceId,
        category,
        risk: risk ?? null,
        kind,
        quote,
        label,
        parent,
        confidence,
        from_ms,
        to_ms,
      }),
    ),
    costs: titleCosts(attempt, runs, views),
    estimates: attempt ? estimatesOf(attempt, spoken?.segments, stage) : {},
  };
};
