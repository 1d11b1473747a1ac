import { ulid } from 'ulid';
import type { SearchDocument } from '../../lambdas/domain/search/document.ts';
import { wordsOf } from '../../lambdas/domain/search/fold.ts';
import { createLayeredIndex } from '../../lambdas/domain/search/layered-index.ts';
import { openParts, packDocuments } from '../../lambdas/domain/search/packing.ts';
import { MAX_HITS } from '../../lambdas/domain/search/search-index.ts';
import { createSentenceIndex } from '../../lambdas/domain/search/speech/sentence-index.ts';
import { createRandom } from '../support/random.ts';
import { atMost, type Row } from './report.ts';

const SEED = 20_260_102;
/** Number of random queries that are timed. */
const QUERIES = 2000;
/** Number of queries whose results are compared with those of a full scan. */
const COMPARED = 40;
const WARM_UP = 100;
/** Exponent and offset of the frequencies of words (Zipf and Mandelbrot). */
const [EXPONENT, OFFSET] = [1.05, 2.7];
const RARE_WORDS = 60_000;

const frequent = (
  'the and to of a in that you it is i we for this on with be are was have not they but so what as at all can from ' +
  'or if do your will about there like one just know my he me our people when then by an more which out up has their ' +
  'would been time had them going some get because how now see here very were think really want make right well'
).split(' ');
const syllables = (
  'ba be bi bo ca ce co da de do fa fe fi ga go ha he hi ja ka ki la le li lo ma me mi mo na ne ni no pa pe po ' +
  'ra re ri ro sa se si so ta te ti to va ve vi wa we yo za'
).split(' ');
/** Texts of common words only, and others that could make a slow implementation examine much. */
const HARD: readonly string[] = [
  'to be or not to be',
  frequent.slice(0, 12).join(' '),
  'th an to wh be in so of it is wi fo',
  'a i a i a i',
  'ab '.repeat(33),
  'a'.repeat(100),
  '東京タワー',
  'ののの',
  '(a+)+$',
];

/** Generates sentences whose words are as uneven as those of speech. */
const makeSpeech = (random: () => number) => {
  const int = (below: number): number => Math.floor(random() * below);
  const rare = () => Array.from({ length: 2 + int(3) }, () => syllables[int(syllables.length)] ?? '').join('');
  const vocabulary = [...frequent, ...Array.from({ length: RARE_WORDS }, rare)];
  const sums = new Float64Array(vocabulary.length);
  let sum = 0;
  vocabulary.forEach((_, rank) => (sums[rank] = sum += 1 / (rank + OFFSET) ** EXPONENT));
  const word = (): string => {
    const at = random() * sum;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return vocabulary[low] ?? '';
  };
  const text = (min: number, max: number) => Array.from({ length: min + int(max - min + 1) }, word).join(' ');
  return { int, text };
};

type Speech = ReturnType<typeof makeSpeech>;

const makeSentences = ({ int, text }: Speech, count: number): readonly SearchDocument[] => {
  const documents: SearchDocument[] = [];
  for (let item = 0; documents.length < count; item += 1) {
    const id = `cnt_${ulid(1_700_000_000_000 + item)}`;
    const common = {
      artist: '',
      tags: '',
      category: '',
      category_id: `cat_${int(40)}`,
      content_type: int(2) ? ('video' as const) : ('music' as const),
      is_public: int(10) > 0,
    };
    const length = Math.min(20 + int(160), count - documents.length);
    for (let index = 0; index < length; index += 1)
      documents.push({ ...common, id: `${id}s${99_999 - index}`, title: text(6, 18) });
  }
  return documents;
};

/** Words of sentences, parts of sentences, random words, and beginnings as they are typed. */
const makeQuery = ({ int, text }: Speech, documents: readonly SearchDocument[], kind: number): string => {
  const words = (documents[int(documents.length)]?.title ?? '').split(' ');
  const at = int(words.length);
  if (kind === 0) return words[at] ?? '';
  if (kind === 1) return words.slice(at, at + 2 + int(4)).join(' ');
  return kind === 2 ? text(1, 3) : words.join(' ').slice(0, 3 + int(20));
};

/** Milliseconds of processor time of each call, shortest first. Other programs on the machine do not count. */
const cpuTimes = (queries: readonly string[], work: (text: string) => unknown): readonly number[] =>
  queries
    .map((text) => {
      const from = process.cpuUsage();
      work(text);
      const { user, system } = process.cpuUsage(from);
      return (user + system) / 1000;
    })
    .sort((a, b) => a - b);

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Speed, size and completeness of the index of `count` sentences. The target is the one for a million. */
export const speechRows = (count: number): readonly Row[] => {
  const group = `Search in speech at ${count.toLocaleString('en')} sentences`;
  const speech = makeSpeech(createRandom(SEED));
  const documents = makeSentences(speech, count);
  const packing = process.cpuUsage();
  const packed = packDocuments(documents);
  const packedMs = process.cpuUsage(packing).user / 1000;
  const index = createLayeredIndex([{ parts: openParts(packed), ids: [] }], createSentenceIndex);
  const search = (text: string) => index.search({ text, publicOnly: true });
  const queries = Array.from({ length: QUERIES }, (_, number) => makeQuery(speech, documents, number % 4));
  for (const text of queries.slice(0, WARM_UP)) search(text);
  const times = cpuTimes(queries, search);
  const hard = cpuTimes(HARD, search);
  const different = queries.slice(0, COMPARED).filter((query) => {
    const words = wordsOf(query);
    const found = search(query);
    if (found.length === MAX_HITS) return false;
    const ids = new Set(found.map(({ id }) => id));
    const isMissed = ({ id, title, is_public: isPublic }: SearchDocument): boolean =>
      isPublic && !ids.has(id) && title.includes(query) && words.every((word) => title.split(' ').includes(word));
    return documents.some(isMissed);
  }).length;
  const row = (measure: string, figure: number, unit: string, rest: Partial<Row> = {}): Row => ({
    group,
    measure,
    figure,
    unit,
    ...rest,
  });
  return [
    row('processor time, 95th percentile', quantile(times, 0.95), 'ms', {
      target: atMost(15),
      note:
        `median ${quantile(times, 0.5).toFixed(2)}, 99th percentile ${quantile(times, 0.99).toFixed(1)}, ` +
        `longest ${quantile(times, 1).toFixed(1)} ms; ${QUERIES} random queries`,
    }),
    row(`slowest of ${HARD.length} hard texts`, quantile(hard, 1), 'ms', { target: atMost(50) }),
    row('queries that miss a sentence with all words as typed', different, '', {
      target: atMost(0),
      note: `of ${COMPARED} compared with a full scan`,
    }),
    row('packed index', packed.byteLength / 1e6, 'MB', {
      note:
        `${(packed.byteLength / count).toFixed(0)} bytes per sentence, packed in ${(packedMs / 1000).toFixed(1)} s ` +
        'of processor time',
    }),
  ];
};
