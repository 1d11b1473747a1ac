import { SENTIMENT_BATCH, TOXIC_BATCH, type TextAnalyzer } from '../analyzers.ts';
import { inputHash, outputsFolder } from '../input-hash.ts';
import { runPaidCalls, type PaidCall } from '../paid-calls.ts';
import { ANALYSIS_PRICES, textUnits } from '../prices.ts';
import {
  entityBlocks,
  languageOf,
  ratedLanguage,
  sentimentBlocks,
  summarizeText,
  toxicBlocks,
  toxicCoverage,
  type EntitiesAnswer,
  type LanguageAnswer,
  type SentimentAnswer,
  type TextBlock,
  type ToxicAnswer,
} from '../text.ts';
import type { Segment } from '../transcript.ts';
import { batchesOf } from '../../batches.ts';
import type { StepOutcome, StepPause, StepRun } from '../../pipeline/step-run.ts';
import { OFF_REASON } from '../reasons.ts';
import { WORKING_TIME_MS, type AnalysisDeps } from './deps.ts';
import { endEarly, endWithResult, PAUSED, startedWith } from './end-step.ts';

/** Increase it when the text is divided or asked about differently: stored outputs are then not reused. */
const OPTIONS = 1;
export const NO_TRANSCRIPT = 'There is no transcript, so there is no text to analyze.';

const UNSUPPORTED = 'The service that analyzes text does not support the language of this title.';
/** A language that the service rejects stays rejected, so the queue must not repeat it. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof Error && error.name === 'UnsupportedLanguageException';

const LANGUAGE = 'language';
/** Characters of the beginning whose language is detected: the three units that Comprehend charges in any case. */
const LANGUAGE_CHARACTERS = 300;

const idOf = (kind: string, index: number): string => `${kind}-${String(index).padStart(4, '0')}`;
const priceOf = (blocks: readonly { readonly text: string }[], unitPrice: number): number =>
  blocks.reduce((sum, { text }) => sum + textUnits(text), 0) * unitPrice;
const textsOf = (blocks: readonly TextBlock[]): readonly string[] => blocks.map(({ text }) => text);

interface Parts {
  readonly sentiment: readonly (readonly TextBlock[])[];
  readonly entities: readonly TextBlock[];
  readonly toxic: readonly (readonly TextBlock[])[];
}

/** What can be asked about a text in its language. */
const partsOf = (segments: readonly Segment[], language: string | undefined): Parts => ({
  sentiment: language ? batchesOf(sentimentBlocks(segments), SENTIMENT_BATCH) : [],
  entities: language ? entityBlocks(segments) : [],
  toxic: language === 'en' ? batchesOf(toxicBlocks(segments), TOXIC_BATCH) : [],
});

const callsOf = (analyzer: TextAnalyzer, { sentiment, entities, toxic }: Parts, language = ''): readonly PaidCall[] => [
  ...sentiment.map((blocks, index) => ({
    id: idOf('sentiment', index),
    usd: priceOf(blocks, ANALYSIS_PRICES.textUnit),
    run: () => analyzer.rateSentiments(textsOf(blocks), language),
  })),
  ...entities.map((block, index) => ({
    id: idOf('entities', index),
    usd: priceOf([block], ANALYSIS_PRICES.textUnit),
    run: () => analyzer.findEntities(block.text, language),
  })),
  ...toxic.map((blocks, index) => ({
    id: idOf('toxic', index),
    usd: priceOf(blocks, ANALYSIS_PRICES.toxicTextUnit),
    run: () => analyzer.findToxic(textsOf(blocks)),
  })),
];

/** Finds language, sentiment, entities and toxic passages of the transcript. */
export const runText = async (deps: AnalysisDeps, run: StepRun): Promise<StepOutcome | StepPause> => {
  const { text: analyzer } = deps;
  const until = deps.now() + WORKING_TIME_MS;
  const found = await deps.transcripts.read(run.content_id);
  const segments = found?.segments.filter(({ text }) => text.trim() !== '') ?? [];
  if (!found || found.transcript.version_id !== run.version_id || segments.length === 0)
    return { state: 'skipped', reason: NO_TRANSCRIPT, nothing_to_check: true };
  if (!analyzer) return { state: 'skipped', reason: OFF_REASON };
  const words = segments.map(({ start_ms, end_ms, text }) => [start_ms, end_ms, text]);
  const hash = inputHash(run.version_id, 'text', 'comprehend', deps.textModelVersion, OPTIONS, words);
  const folder = outputsFolder(run.content_id, hash);
  const start = [...segments.map(({ text }) => text).join(' ')].slice(0, LANGUAGE_CHARACTERS).join('');
  const ask: PaidCall = {
    id: LANGUAGE,
    usd: priceOf([{ text: start }], ANALYSIS_PRICES.textUnit),
    run: () => analyzer.detectLanguage(start),
  };
  const work = { contentId: run.content_id, step: 'text', folder, until } as const;
  const begun = await startedWith(deps, run, folder, [ask], 'first');
  const first = await runPaidCalls(deps, { ...work, calls: [ask], continues: true });
  if (first.state === 'waiting') return PAUSED;
  if (first.state === 'over') return { state: 'skipped', reason: first.reason };
  const language = languageOf(first.outputs.get(LANGUAGE) as LanguageAnswer);
  const code = ratedLanguage(language?.code ?? found.transcript.language);
  const parts = partsOf(segments, code);
  const calls = [ask, ...callsOf(analyzer, parts, code)];
  const started = begun + (await startedWith(deps, run, folder, calls.slice(1), 'rest'));
  const outcome = await runPaidCalls(deps, { ...work, calls }).catch((error: unknown) => {
    if (isUnsupported(error)) return { state: 'over', reason: UNSUPPORTED } as const;
    throw error;
  });
  if (outcome.state === 'waiting') return PAUSED;
  if (outcome.state === 'over')
    return endEarly(deps, { state: 'skipped', reason: outcome.reason, folder, calls, started });
  const answers = <T>(kind: string, count: number): readonly T[] =>
    Array.from({ length: count }, (_, index) => outcome.outputs.get(idOf(kind, index)) as T);
  const toxic = answers<ToxicAnswer>('toxic', parts.toxic.length);
  const provenance = {
    provider: 'comprehend',
    model: 'Comprehend',
    version: deps.textModelVersion,
    calibrated: false,
    covers: toxicCoverage(toxic),
  } as const;
  const summary = summarizeText({
    language,
    rated: {
      blocks: parts.sentiment.flat(),
      answers: answers<SentimentAnswer>('sentiment', parts.sentiment.length),
      batch: SENTIMENT_BATCH,
    },
    named: { blocks: parts.entities, answers: answers<EntitiesAnswer>('entities', parts.entities.length) },
    toxic: { blocks: parts.toxic.flat(), answers: toxic, batch: TOXIC_BATCH },
    provenance,
  });
  const { transcript } = found;
  return endWithResult(deps, run, { summary, provenance, hash, transcript, folder, calls, started });
};
