import type { AnalyzedTitle } from '../../contract/content/analyzed-titles.ts';
import type { Content } from '../content/content.ts';
import { currentAttempt, type StepSources } from '../pipeline/sources.ts';
import { planSteps } from '../pipeline/steps.ts';
import { currentSafety, decisionOn } from '../safety/gate.ts';
import { isAnalysisStep, nextRunOf } from './run-again.ts';
import type { AnalysisStep, StepResult, StepSummary } from './results.ts';
import { spentOnAnalysis } from './spending.ts';
import { TOPIC_NAMES, type Topic } from './topics/topics.ts';

/** What the lists of analyzed titles store of a title. Its name and state are read from the content item. */
export type TitleFindings = Pick<
  AnalyzedTitle,
  | 'content_id'
  | 'verdict'
  | 'decision'
  | 'topics'
  | 'sentiment'
  | 'language'
  | 'steps'
  | 'next_run'
  | 'cost_usd'
  | 'changed_at'
>;

/** What the lists of analyzed titles are filtered by; `all` is the list without a filter. */
export const FACETS = ['all', 'topic', 'language', 'sentiment', 'verdict'] as const;
export type FacetName = (typeof FACETS)[number];

/** One list that a title is in. */
export interface TitleFacet {
  readonly facet: FacetName;
  /** `all` for the list of all titles. */
  readonly value: string;
}

/** Filters of a list. A title must match all of them. */
export type TitleFilter = { readonly [Name in Exclude<FacetName, 'all'>]?: string | undefined };

const summaryOf = <S extends AnalysisStep>(results: readonly StepResult[], step: S) =>
  results.find((result) => result.step === step)?.summary as Extract<StepSummary, { readonly step: S }> | undefined;

const isTopic = (name: string): name is Topic => (TOPIC_NAMES as readonly string[]).includes(name);

/** The first part of a language tag; null when it is none. */
const languageCode = (tag: string | null | undefined): string | null =>
  /^([a-z]{2,3})(?:-|$)/i.exec(tag ?? '')?.[1]?.toLowerCase() ?? null;

/** When a step of the current attempt last started or ended. */
const lastChange = (sources: StepSources, created: string): string => {
  const times = planSteps(sources)
    .filter(isAnalysisStep)
    .flatMap(({ latest }) => (latest ? [latest.finished_at ?? latest.started_at] : []));
  return [created, ...times].reduce((last, time) => (time > last ? time : last));
};

/** What the lists store of a title, from its records and the results for its current file. */
export const findingsOfTitle = (
  content: Content,
  sources: StepSources,
  results: readonly StepResult[],
): TitleFindings => {
  const text = summaryOf(results, 'text');
  const speech = summaryOf(results, 'speech');
  const safety = currentSafety(content);
  return {
    content_id: content.id,
    verdict: safety.verdict,
    decision: decisionOn(safety) ?? null,
    topics: (summaryOf(results, 'topics')?.topics ?? []).map(({ topic }) => topic).filter(isTopic),
    sentiment: text?.sentiment?.sentiment ?? null,
    language: languageCode(text?.language?.code ?? speech?.language),
    steps: planSteps(sources)
      .filter(isAnalysisStep)
      .map(({ definition: { name, title }, status: { state, reason }, nothingToCheck }) => ({
        step: name,
        title,
        state,
        reason: state === 'skipped' && nothingToCheck ? null : reason,
      })),
    next_run: nextRunOf(content, sources),
    cost_usd: spentOnAnalysis(sources.runs),
    changed_at: lastChange(sources, content.created_at),
  };
};

/** The S3 version of the file whose results count; undefined until it is converted. */
export const analyzedVersion = (sources: StepSources): string | undefined => currentAttempt(sources)?.version_id;

/** The lists that a title is in: one for each of its properties, and the one of all titles. */
export const facetsOf = ({ verdict, topics, sentiment, language }: TitleFindings): readonly TitleFacet[] => [
  { facet: 'all', value: 'all' },
  { facet: 'verdict', value: verdict },
  ...topics.map((topic) => ({ facet: 'topic', value: topic }) as const),
  ...(sentiment === null ? [] : [{ facet: 'sentiment', value: sentiment } as const]),
  ...(language === null ? [] : [{ facet: 'language', value: language } as const]),
];

/** The list that answers a filter with the fewest titles to read, and the filters that remain. */
export const listFor = (filter: TitleFilter): { readonly list: TitleFacet; readonly rest: TitleFilter } => {
  for (const facet of FACETS) {
    if (facet === 'all') continue;
    const { [facet]: value, ...rest } = filter;
    if (value !== undefined) return { list: { facet, value }, rest };
  }
  return { list: { facet: 'all', value: 'all' }, rest: {} };
};
