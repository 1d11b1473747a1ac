import type { AnalysisKind } from '../../../../lambdas/contract/content/analyzed-titles.ts';
import type { StepState } from '../../../../lambdas/contract/media/steps.ts';

const states: Readonly<Record<StepState, string>> = {
  waiting: 'waiting',
  running: 'running',
  interrupted: 'interrupted',
  completed: 'completed',
  failed: 'failed',
  skipped: 'skipped',
};

const kinds: Readonly<Record<AnalysisKind, { readonly name: string; readonly meaning: string }>> = {
  transcription: { name: 'Transcription', meaning: 'Titles with a transcript of what is said' },
  video_analysis: { name: 'Video analysis', meaning: 'Titles in whose pictures something was recognized' },
  sentiment_analysis: { name: 'Sentiment analysis', meaning: 'Titles whose text has an overall sentiment' },
  entity_recognition: { name: 'Entity recognition', meaning: 'Titles that name people, places or things' },
  content_analysis: { name: 'Content analysis', meaning: 'Titles with at least one topic' },
};

/** Texts of the list of analyzed titles and of the overview. */
export const titlesTexts = {
  filters: 'Filter analyzed titles',
  verdict: 'Brand safety',
  topic: 'Topic',
  sentiment: 'Sentiment',
  language: 'Language',
  any: 'Any',
  list: 'Analyzed titles',
  loading: 'Loading analyzed titles',
  loadFailed: 'Failed to load the analyzed titles. Please try again.',
  loadMore: 'Load more',
  loadMoreFailed: 'Failed to load more titles. Please try again.',
  none: 'No title has been analyzed yet. The analysis starts when a file is converted.',
  noMatches: 'No analyzed titles match your filters',
  reset: 'Clear filters',
  steps: (title: string) => `Analysis steps of ${title}`,
  step: (title: string, state: StepState) => `${title}: ${states[state]}`,
  topics: 'Topics',
  unknown: 'Unknown',
  noTopics: 'None',
  cost: 'Cost so far',
  run: 'Run again',
  runLabel: (title: string, usd: string) => `Run again: ${title}, up to ${usd}`,
  upTo: (usd: string) => `up to ${usd}`,
  started: 'Analysis started',
  startedText: (title: string) => `“${title}” is being analyzed again. Steps whose input is the same cost nothing.`,
  notStarted: 'Analysis not started',
  notStartedText: 'The analysis could not be started.',
  overview: {
    open: 'AI Analysis Overview',
    title: 'AI Analysis Overview',
    description: (count: number) =>
      count === 1
        ? 'What was found in the title whose analysis changed last.'
        : `What was found in the ${count} titles whose analysis changed last.`,
    lead: 'What was found in the titles whose analysis changed last, at most 10.',
    loading: 'Loading the overview',
    loadFailed: 'Failed to load the overview. Please try again.',
    none: 'No title has been analyzed yet.',
    kinds,
    samples: 'Samples',
    noSamples: 'None yet',
    of: (count: number, all: number) => `${count} of ${all}`,
    verdicts: 'Brand safety',
    cost: 'What the analysis of these titles has cost',
    costMeaning: 'US dollars at list prices',
  },
} as const;
