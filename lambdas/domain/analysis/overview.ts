import {
  AnalysisKind,
  OVERVIEW_SAMPLES,
  type AnalysisOverview,
  type AnalyzedTitle,
} from '../../contract/content/analyzed-titles.ts';
import { VERDICTS } from '../safety/verdict.ts';
import type { StepResult, StepSummary } from './results.ts';

/** A title with the results for its current file. */
export interface ReadTitle {
  readonly title: AnalyzedTitle;
  readonly results: readonly StepResult[];
  /** What is said first; null without a transcript. */
  readonly opening: string | null;
}

/** What a title has of a kind of result, as texts; empty when it has none. */
const textsOf = (kind: AnalysisKind, { results, opening }: ReadTitle): readonly string[] => {
  const all = <S extends StepSummary['step']>(step: S) =>
    results.flatMap(({ summary }) =>
      summary.step === step ? [summary as Extract<StepSummary, { readonly step: S }>] : [],
    );
  switch (kind) {
    case 'transcription':
      return opening === null ? [] : [opening];
    case 'video_analysis':
      return all('frames').flatMap(({ labels }) => labels.map(({ name }) => name));
    case 'sentiment_analysis':
      return all('text').flatMap(({ sentiment }) => (sentiment ? [sentiment.sentiment] : []));
    case 'entity_recognition':
      return all('text').flatMap(({ entities }) => entities.map(({ text }) => text));
    case 'content_analysis':
      return all('topics').flatMap(({ topics }) => topics.map(({ topic }) => topic));
  }
};

/** The kind of results whose samples are words that are said. */
const SPOKEN: AnalysisKind = 'transcription';

/** Characters of an opening that a flagged quote must contain to be the same words. */
const COMPARED = 50;

/** Whether what is said first was flagged: users choose on the title's page whether they read it. */
const isFlagged = ({ results, opening }: ReadTitle): boolean => {
  const start = opening?.trim().slice(0, COMPARED) ?? '';
  return results.some(
    ({ summary }) =>
      summary.step === 'text' && summary.evidence.some(({ quote }) => start !== '' && quote?.includes(start) === true),
  );
};

/** Counts the results of these titles by kind, with the first result of the first titles as samples. */
export const overviewOf = (read: readonly ReadTitle[]): AnalysisOverview => ({
  titles: read.length,
  kinds: AnalysisKind.options.map((kind) => {
    const found = read.flatMap((one) => {
      const [text] = textsOf(kind, one);
      const { content_id, title } = one.title;
      return text === undefined ? [] : [{ content_id, title, text, isCovered: kind === SPOKEN && isFlagged(one) }];
    });
    const samples = found.filter(({ isCovered }) => !isCovered).slice(0, OVERVIEW_SAMPLES);
    return { kind, titles: found.length, samples: samples.map(({ isCovered: _isCovered, ...sample }) => sample) };
  }),
  verdicts: VERDICTS.map((verdict) => ({
    verdict,
    titles: read.filter(({ title }) => title.verdict === verdict).length,
  })),
  cost_usd: Number(read.reduce((sum, { title }) => sum + title.cost_usd, 0).toFixed(6)),
});
