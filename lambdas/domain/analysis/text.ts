import { toxicMeaning } from './categories.ts';
import type { Provenance } from './provenance.ts';
import type { Sentiment } from '../../contract/content/analysis-metadata.ts';
import { RATED_CHARACTERS, RATED_LANGUAGES } from '../../contract/content/analyzed-titles.ts';
import { SENTIMENTS, surestEvidence, type Evidence, type TextSummary, type TimeRange } from './results.ts';
import type { Segment } from './transcript.ts';

/** The codes under which Comprehend rates sentiment and finds entities. */
const RATED_CODES: ReadonlySet<string> = new Set([...RATED_LANGUAGES, 'zh-TW']);

/** The code under which Comprehend rates a language; undefined for one that it does not know. */
export const ratedLanguage = (code: string): string | undefined => {
  if (RATED_CODES.has(code)) return code;
  const base = code.split('-')[0] ?? '';
  return RATED_CODES.has(base) ? base : undefined;
};

/** Consecutive segments that are analyzed together. */
export interface TextBlock extends TimeRange {
  readonly text: string;
  /** Where each segment starts in the text, in UTF-16 code units. */
  readonly starts: readonly { readonly offset: number; readonly at_ms: number }[];
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** Shortens a text to a number of bytes, at a character. */
const shortened = (text: string, bytes: number): string => {
  if (bytesOf(text) <= bytes) return text;
  const characters = [...text];
  while (characters.length > 0 && bytesOf(characters.join('')) > bytes)
    characters.length = Math.floor(characters.length * 0.9);
  return characters.join('');
};

/** Joins segments to blocks of at least `characters`, unless the next one would make it larger than `bytes`. */
export const blocksOf = (
  segments: readonly Segment[],
  { characters, bytes }: { readonly characters: number; readonly bytes: number },
): readonly TextBlock[] => {
  const blocks: TextBlock[] = [];
  let open: TextBlock | undefined;
  for (const { start_ms, end_ms, text: whole } of segments) {
    const text = shortened(whole.trim(), bytes);
    if (text === '') continue;
    if (open && (open.text.length >= characters || bytesOf(`${open.text} ${text}`) > bytes)) {
      blocks.push(open);
      open = undefined;
    }
    open = open
      ? {
          from_ms: open.from_ms,
          to_ms: end_ms,
          text: `${open.text} ${text}`,
          starts: [...open.starts, { offset: open.text.length + 1, at_ms: start_ms }],
        }
      : { from_ms: start_ms, to_ms: end_ms, text, starts: [{ offset: 0, at_ms: start_ms }] };
  }
  return open ? [...blocks, open] : blocks;
};

const MOST_RATINGS = 200;
/** Comprehend's limits, bytes, with some room. */
const SENTIMENT_BYTES = 4900;
const ENTITY_BYTES = 90_000;
const TOXIC_BYTES = 1000;

/** The blocks whose sentiment is rated: about 200 at most, so that long titles have longer ones. */
export const sentimentBlocks = (segments: readonly Segment[]): readonly TextBlock[] => {
  const total = segments.reduce((sum, { text }) => sum + text.length, 0);
  return blocksOf(segments, {
    characters: Math.max(RATED_CHARACTERS, Math.ceil(total / MOST_RATINGS)),
    bytes: SENTIMENT_BYTES,
  });
};
export const entityBlocks = (segments: readonly Segment[]): readonly TextBlock[] =>
  blocksOf(segments, { characters: ENTITY_BYTES, bytes: ENTITY_BYTES });
export const toxicBlocks = (segments: readonly Segment[]): readonly TextBlock[] =>
  blocksOf(segments, { characters: RATED_CHARACTERS, bytes: TOXIC_BYTES });

/** Responses of Comprehend, as far as we read them. Scores are 0 to 1. */
export interface LanguageAnswer {
  readonly Languages?:
    readonly { readonly LanguageCode?: string | undefined; readonly Score?: number | undefined }[] | undefined;
}
export interface SentimentAnswer {
  readonly ResultList?:
    | readonly {
        readonly Index?: number | undefined;
        readonly Sentiment?: string | undefined;
        readonly SentimentScore?:
          Readonly<Partial<Record<'Positive' | 'Negative' | 'Neutral' | 'Mixed', number | undefined>>> | undefined;
      }[]
    | undefined;
}
export interface EntitiesAnswer {
  readonly Entities?:
    | readonly {
        readonly Type?: string | undefined;
        readonly Text?: string | undefined;
        readonly Score?: number | undefined;
        readonly BeginOffset?: number | undefined;
      }[]
    | undefined;
}
export interface ToxicAnswer {
  readonly ResultList?:
    | readonly {
        readonly Labels?:
          readonly { readonly Name?: string | undefined; readonly Score?: number | undefined }[] | undefined;
      }[]
    | undefined;
}

const SCORES = { POSITIVE: 'Positive', NEGATIVE: 'Negative', NEUTRAL: 'Neutral', MIXED: 'Mixed' } as const;
type Rated = TimeRange & {
  readonly sentiment: Sentiment;
  readonly confidence: number | null;
  readonly characters: number;
};

const round = (value: number): number => Number(value.toFixed(4));

const ratingsOf = (
  blocks: readonly TextBlock[],
  answers: readonly SentimentAnswer[],
  batch: number,
): readonly Rated[] =>
  answers.flatMap(({ ResultList = [] }, at) =>
    ResultList.flatMap(({ Index = 0, Sentiment: name, SentimentScore: scores }): Rated[] => {
      const block = blocks[at * batch + Index];
      const sentiment = SENTIMENTS.find((known) => known === name);
      if (!block || !sentiment) return [];
      const score = scores?.[SCORES[sentiment]];
      const { from_ms, to_ms, text } = block;
      return [
        { from_ms, to_ms, sentiment, confidence: score === undefined ? null : round(score), characters: text.length },
      ];
    }),
  );

/** The sentiment with most of the text, weighted by confidence. */
const overallOf = (ratings: readonly Rated[]): TextSummary['sentiment'] => {
  const total = ratings.reduce((sum, { characters }) => sum + characters, 0);
  if (total === 0) return null;
  const weights = SENTIMENTS.map((sentiment) => ({
    sentiment,
    weight: ratings
      .filter((rating) => rating.sentiment === sentiment)
      .reduce((sum, { confidence, characters }) => sum + (confidence ?? 0.5) * characters, 0),
  }));
  const best = weights.reduce((a, b) => (b.weight > a.weight ? b : a));
  return { sentiment: best.sentiment, confidence: round(best.weight / total) };
};

/** At most `MOST_RATINGS` ratings: neighbors are joined, and the longer one decides. */
const condensed = (ratings: readonly Rated[]): TextSummary['sentiments'] => {
  const size = Math.max(1, Math.ceil(ratings.length / MOST_RATINGS));
  return Array.from({ length: Math.ceil(ratings.length / size) }, (_, index) => {
    const part = ratings.slice(index * size, (index + 1) * size);
    const longest = part.reduce((a, b) => (b.characters > a.characters ? b : a));
    return {
      from_ms: part[0]?.from_ms ?? 0,
      to_ms: part.at(-1)?.to_ms ?? 0,
      sentiment: longest.sentiment,
      confidence: longest.confidence,
    };
  });
};

const MAX_ENTITIES = 100;
const MAX_TIMES = 10;
const MAX_ENTITY_LENGTH = 100;
const LEAST_ENTITY_SCORE = 0.5;

const timeAt = ({ starts, from_ms }: TextBlock, offset: number): number =>
  starts.findLast((start) => start.offset <= offset)?.at_ms ?? from_ms;

const entitiesOf = (blocks: readonly TextBlock[], answers: readonly EntitiesAnswer[]): TextSummary['entities'] => {
  const found = new Map<
    string,
    { type: string; text: string; confidence: number; mentions: number; at_ms: number[] }
  >();
  for (const [index, { Entities = [] }] of answers.entries()) {
    for (const { Type = 'OTHER', Text = '', Score = 0, BeginOffset = 0 } of Entities) {
      const text = [...Text.trim()].slice(0, MAX_ENTITY_LENGTH).join('');
      const block = blocks[index];
      if (text === '' || Score < LEAST_ENTITY_SCORE || !block) continue;
      const key = `${Type} ${text.toLowerCase()}`;
      const entity = found.get(key) ?? { type: Type, text, confidence: 0, mentions: 0, at_ms: [] };
      entity.mentions += 1;
      entity.confidence = Math.max(entity.confidence, round(Score));
      const at = timeAt(block, BeginOffset);
      if (entity.at_ms.length < MAX_TIMES && !entity.at_ms.includes(at)) entity.at_ms.push(at);
      found.set(key, entity);
    }
  }
  return [...found.values()]
    .sort((a, b) => b.mentions - a.mentions || b.confidence - a.confidence)
    .slice(0, MAX_ENTITIES);
};

const MAX_QUOTE = 200;
const MAX_EVIDENCE = 200;
/** Least score of a label that is evidence. The policy decides what is enough. */
const LEAST_TOXIC_SCORE = 0.5;

const toxicEvidence = (
  blocks: readonly TextBlock[],
  answers: readonly ToxicAnswer[],
  batch: number,
  { provider, model, version }: Provenance,
): readonly Evidence[] =>
  answers.flatMap(({ ResultList = [] }, at) =>
    ResultList.flatMap(({ Labels = [] }, index): Evidence[] => {
      const position = at * batch + index;
      const block = blocks[position];
      if (!block) return [];
      return Labels.flatMap(({ Name = '', Score = 0 }): Evidence[] => {
        const meaning = toxicMeaning(Name);
        if (!meaning || Score < LEAST_TOXIC_SCORE) return [];
        const { from_ms, to_ms, text } = block;
        return [
          {
            id: `text-${position}-${Name.toLowerCase()}`,
            ...meaning,
            kind: 'text',
            quote: [...text].slice(0, MAX_QUOTE).join(''),
            frame_key: null,
            from_ms,
            to_ms,
            label: Name,
            parent: null,
            confidence: round(Score),
            provider,
            model,
            version,
          },
        ];
      });
    }),
  );

/** The categories of which the responses contain labels. A model that omits a label has not looked for it. */
export const toxicCoverage = (answers: readonly ToxicAnswer[]): Provenance['covers'] => [
  ...new Set(
    answers.flatMap(({ ResultList = [] }) =>
      ResultList.flatMap(({ Labels = [] }) => Labels.flatMap(({ Name = '' }) => toxicMeaning(Name)?.category ?? [])),
    ),
  ),
];

/** Everything that was found in a text. */
export interface TextFindings {
  readonly language: TextSummary['language'];
  readonly rated: {
    readonly blocks: readonly TextBlock[];
    readonly answers: readonly SentimentAnswer[];
    readonly batch: number;
  };
  readonly named: { readonly blocks: readonly TextBlock[]; readonly answers: readonly EntitiesAnswer[] };
  readonly toxic: {
    readonly blocks: readonly TextBlock[];
    readonly answers: readonly ToxicAnswer[];
    readonly batch: number;
  };
  readonly provenance: Provenance;
}

export const summarizeText = ({ language, rated, named, toxic, provenance }: TextFindings): TextSummary => {
  const ratings = ratingsOf(rated.blocks, rated.answers, rated.batch);
  return {
    step: 'text',
    language,
    sentiment: overallOf(ratings),
    sentiments: condensed(ratings),
    entities: entitiesOf(named.blocks, named.answers),
    evidence: surestEvidence(toxicEvidence(toxic.blocks, toxic.answers, toxic.batch, provenance), MAX_EVIDENCE),
  };
};

/** The language that a response is surest of. */
export const languageOf = ({ Languages = [] }: LanguageAnswer): TextSummary['language'] => {
  const [best] = [...Languages].sort((a, b) => (b.Score ?? 0) - (a.Score ?? 0));
  return best?.LanguageCode
    ? { code: best.LanguageCode, confidence: best.Score === undefined ? null : round(best.Score) }
    : null;
};
