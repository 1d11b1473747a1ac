import { z } from 'zod';
import { type JsonOperation, jsonService, operation } from '../../aws/json-service.ts';
import { requireServed } from '../../aws/served-settings.ts';
import { AwsError, type LocalService, type Principal } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { Authorize } from '../../iam/access.ts';

/** Options of the local Comprehend. */
export interface ComprehendOptions {
  readonly clock: Clock;
  /** Authorizes each call. Default: every call is allowed. */
  readonly authorize?: Authorize;
}

/** A call, for the console. It contains no text, which can be personal. */
export interface TextAnalysis {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly operation: string;
  readonly documents: number;
  readonly bytes: number;
  readonly durationMs: number;
  readonly error?: string;
}

/** The local Comprehend. */
export interface ComprehendEngine extends LocalService {
  /** The latest calls, newest first. */
  analyses(): readonly TextAnalysis[];
}

/** AWS's limits in bytes: https://docs.aws.amazon.com/comprehend/latest/dg/guidelines-and-limits.html */
const MAX_TEXT = 100_000;
const MAX_SENTIMENT_TEXT = 5000;
const MAX_BATCH_TEXT = 5000;
const MAX_BATCH = 25;
const MAX_SEGMENT = 1000;
const MAX_SEGMENTS = 10;
/** Calls that the console shows. */
const MAX_ANALYSES = 100;

/** The languages of AWS's sentiment and entities. */
const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ar', 'hi', 'ja', 'ko', 'zh', 'zh-TW'] as const;

const text = z.string().min(1);
const LanguageCode = z.enum(LANGUAGES);
const textInput = z.looseObject({ Text: text });
const textInLanguage = z.looseObject({ Text: text, LanguageCode });
const batchInput = z.looseObject({ TextList: z.array(text).min(1) });
const batchInLanguage = z.looseObject({ TextList: z.array(text).min(1), LanguageCode });
const segmentsInput = z.looseObject({ TextSegments: z.array(z.strictObject({ Text: text })).min(1), LanguageCode });

const sizeError = (size: number, limit: number): AwsError =>
  new AwsError(
    'TextSizeLimitExceededException',
    `Input text size exceeds limit. Max length of request text allowed is ${limit} bytes ` +
      `while in this request the text size is ${size} bytes`,
  );

const requireSize = (document: string, limit: number): void => {
  const size = Buffer.byteLength(document);
  if (size > limit) throw sizeError(size, limit);
};

const requireEnglish = (language: (typeof LANGUAGES)[number], operationName: string): void => {
  if (language !== 'en')
    throw new AwsError(
      'UnsupportedLanguageException',
      `The local cloud supports only English (en) in ${operationName}, not ${language}`,
    );
};

/** Analyzes one document. The result is the response of the operation for one document. */
type AnalyzeText = (document: string) => object | Promise<object>;

// The libraries and their dictionaries are loaded on first use, because most starts of the local cloud never need them.
const analyzers = {
  DetectDominantLanguage: async (document: string) => {
    const { detectLanguages } = await import('./language.ts');
    return { Languages: detectLanguages(document) };
  },
  DetectSentiment: async (document: string) => {
    const { detectSentiment } = await import('./sentiment.ts');
    return detectSentiment(document);
  },
  DetectEntities: async (document: string) => {
    const { detectEntities } = await import('./entities.ts');
    return { Entities: await detectEntities(document) };
  },
  DetectToxicContent: async (document: string) => {
    const { detectToxicContent } = await import('./toxicity.ts');
    return detectToxicContent(document);
  },
} as const satisfies Readonly<Record<string, AnalyzeText>>;

/** The documents of a batch that can be analyzed, and an error for each of the others. */
const analyzeBatch = async (documents: readonly string[], analyze: AnalyzeText) => {
  if (documents.length > MAX_BATCH) {
    throw new AwsError(
      'BatchSizeLimitExceededException',
      `Input request size exceeds limit. Max number of documents allowed is ${MAX_BATCH} ` +
        `while in this request the number of documents is ${documents.length}`,
    );
  }
  const ResultList: object[] = [];
  const ErrorList: object[] = [];
  for (const [Index, document] of documents.entries()) {
    const size = Buffer.byteLength(document);
    if (size > MAX_BATCH_TEXT) {
      const { message: ErrorMessage } = sizeError(size, MAX_BATCH_TEXT);
      ErrorList.push({ Index, ErrorCode: 'TEXT_SIZE_LIMIT_EXCEEDED', ErrorMessage });
    } else ResultList.push({ Index, ...(await analyze(document)) });
  }
  return { ResultList, ErrorList };
};

const analyzeSegments = async (segments: readonly { readonly Text: string }[]) => {
  if (segments.length > MAX_SEGMENTS) {
    throw new AwsError('InvalidRequestException', `The number of text segments exceeds the limit of ${MAX_SEGMENTS}`);
  }
  for (const segment of segments) requireSize(segment.Text, MAX_SEGMENT);
  return { ResultList: await Promise.all(segments.map((segment) => analyzers.DetectToxicContent(segment.Text))) };
};

/** Authorizes a call, rejects its unserved settings, runs it and records it. */
type RunCall = (
  name: string,
  caller: Principal | undefined,
  input: Readonly<Record<string, unknown>>,
  documents: readonly string[],
  run: () => Promise<object>,
) => Promise<object>;

const SERVED = ['Text', 'TextList', 'TextSegments', 'LanguageCode'];

const createRunCall =
  ({ clock, authorize }: ComprehendOptions, analyses: TextAnalysis[]): RunCall =>
  async (name, caller, input, documents, run) => {
    if (!caller) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token');
    authorize?.(caller, `comprehend:${name}`, '*');
    requireServed(name, input, SERVED, 'InvalidRequestException');
    const at = clock.now();
    const bytes = documents.reduce((sum, document) => sum + Buffer.byteLength(document), 0);
    const record = (failure: { readonly error?: string }): void => {
      const durationMs = clock.now() - at;
      analyses.unshift({ at, operation: name, documents: documents.length, bytes, durationMs, ...failure });
      analyses.splice(MAX_ANALYSES);
    };
    try {
      const result = await run();
      record({});
      return result;
    } catch (error) {
      record({ error: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  };

const operationsOf = (runCall: RunCall): Readonly<Record<string, JsonOperation>> => {
  const single = (name: 'DetectSentiment' | 'DetectEntities', limit: number): JsonOperation =>
    operation(textInLanguage, (input, caller) =>
      runCall(name, caller, input, [input.Text], async () => {
        requireEnglish(input.LanguageCode, name);
        requireSize(input.Text, limit);
        return analyzers[name](input.Text);
      }),
    );
  const batch = (name: 'DetectSentiment' | 'DetectEntities'): JsonOperation =>
    operation(batchInLanguage, (input, caller) =>
      runCall(`Batch${name}`, caller, input, input.TextList, () => {
        requireEnglish(input.LanguageCode, `Batch${name}`);
        return analyzeBatch(input.TextList, analyzers[name]);
      }),
    );
  return {
    DetectDominantLanguage: operation(textInput, (input, caller) =>
      runCall('DetectDominantLanguage', caller, input, [input.Text], async () => {
        requireSize(input.Text, MAX_TEXT);
        return analyzers.DetectDominantLanguage(input.Text);
      }),
    ),
    BatchDetectDominantLanguage: operation(batchInput, (input, caller) =>
      runCall('BatchDetectDominantLanguage', caller, input, input.TextList, () =>
        analyzeBatch(input.TextList, analyzers.DetectDominantLanguage),
      ),
    ),
    DetectSentiment: single('DetectSentiment', MAX_SENTIMENT_TEXT),
    BatchDetectSentiment: batch('DetectSentiment'),
    DetectEntities: single('DetectEntities', MAX_TEXT),
    BatchDetectEntities: batch('DetectEntities'),
    DetectToxicContent: operation(segmentsInput, (input, caller) => {
      const segments = input.TextSegments;
      const texts = segments.map((segment) => segment.Text);
      return runCall('DetectToxicContent', caller, input, texts, () => {
        requireEnglish(input.LanguageCode, 'DetectToxicContent');
        return analyzeSegments(segments);
      });
    }),
  };
};

/**
 * Serves Comprehend's DetectDominantLanguage, DetectSentiment and DetectEntities, each also for batches, and
 * DetectToxicContent, with word lists and rules. The same text always has the same result.
 *
 * Intended differences from AWS:
 * - Sentiment, entities and toxicity are for English only. Other languages get UnsupportedLanguageException.
 * - Sentiment is VADER's sum of word weights; it misses irony and idioms.
 * - Entities are people, places, organizations, dates and quantities. There are none of the types COMMERCIAL_ITEM,
 *   EVENT, TITLE and OTHER.
 * - Toxicity has the label PROFANITY only, and nothing else counts toward its score.
 * - A text without known words has no language.
 * - Settings that it does not serve are rejected by name.
 */
export const createComprehendEngine = (options: ComprehendOptions): ComprehendEngine => {
  const analyses: TextAnalysis[] = [];
  return {
    ...jsonService({ signingName: 'comprehend', operations: operationsOf(createRunCall(options, analyses)) }),
    analyses: () => analyses,
  };
};
