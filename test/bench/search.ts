import { ulid } from 'ulid';
import { titlesContaining } from '../../lambdas/domain/search/containing.ts';
import type { SearchDocument } from '../../lambdas/domain/search/document.ts';
import { foldText } from '../../lambdas/domain/search/fold.ts';
import { openParts, packDocuments, textAt } from '../../lambdas/domain/search/packing.ts';
import { MAX_HITS } from '../../lambdas/domain/search/search-index.ts';
import { createRandom } from '../support/random.ts';
import { openTitles } from '../support/search-store.ts';
import { atMost, type Row } from './report.ts';

/** Number of random queries that are timed. */
const QUERIES = 5000;
/** Number of queries whose results are compared with those of a full scan, which takes about 50 ms each. */
const COMPARED = 60;
/** Number of queries that search all fields. */
const RANKED = 500;
const SEED = 20_260_101;
const WARM_UP = 200;

const syllables = (
  'ba be bi bo ca ce co da de do fa fe fi ga go ha he hi ja ka ki la le li lo ma me mi mo na ne ni no pa pe po ' +
  'ra re ri ro sa se si so ta te ti to va ve vi wa we yo za ö é'
).split(' ');
const commonWords = ['the', 'of', 'in', 'a', 'and', 'love', 'night', 'you'];

/** Generates texts whose word frequencies are as uneven as those of a natural language. */
const makeTexts = (random: () => number) => {
  const int = (below: number): number => Math.floor(random() * below);
  const words = Array.from({ length: 60_000 }, () =>
    Array.from({ length: 2 + int(3) }, () => syllables[int(syllables.length)] ?? '').join(''),
  );
  const word = (): string =>
    (random() < 0.25 ? commonWords[int(commonWords.length)] : words[Math.floor(words.length * random() ** 3)]) ?? '';
  return {
    int,
    text: (min: number, max: number): string => Array.from({ length: min + int(max - min + 1) }, word).join(' '),
  };
};

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Milliseconds of each call, shortest first. */
const timesOf = (queries: readonly string[], work: (text: string) => unknown): readonly number[] => {
  for (const text of queries.slice(0, WARM_UP)) work(text);
  return queries
    .map((text) => {
      const from = performance.now();
      work(text);
      return performance.now() - from;
    })
    .sort((a, b) => a - b);
};

/** Speed, size and correctness of the search index at `count` titles. The target is the one for a million titles. */
export const searchRows = (count: number): readonly Row[] => {
  const group = `Search at ${count.toLocaleString('en')} titles`;
  const random = createRandom(SEED);
  const { int, text } = makeTexts(random);
  const artists = Array.from({ length: Math.ceil(count / 25) }, () => foldText(text(1, 3)));
  const documents = Array.from({ length: count }, (_, index): SearchDocument => ({
    id: `cnt_${ulid(1_700_000_000_000 + index)}`,
    title: foldText(text(1, 7)),
    artist: artists[int(artists.length)] ?? '',
    tags: foldText(text(0, 4)),
    category: `category ${int(40)}`,
    category_id: `cat_${int(40)}`,
    content_type: int(2) ? 'video' : 'music',
    is_public: int(10) > 0,
  }));
  const packing = performance.now();
  const packed = packDocuments(documents);
  const packedMs = performance.now() - packing;
  const opening = performance.now();
  const parts = openParts(packed);
  const index = openTitles(parts);
  const openedMs = performance.now() - opening;
  const queries = Array.from({ length: QUERIES }, () => {
    const title = textAt(parts.titles, parts.titleStarts, int(count)).slice(0, -1);
    const from = int(title.length);
    return random() < 0.2 ? text(1, 2) : title.slice(from, from + 1 + int(12)).trim() || 'a';
  });
  const folded = queries.map(foldText);
  const contains = timesOf(folded, (query) => titlesContaining(parts, query, 5 * MAX_HITS));
  const whole = timesOf(queries.slice(0, RANKED), (query) => index.search({ text: query, publicOnly: true }));
  const titles = documents.map(({ title }) => title);
  const different = folded.slice(0, COMPARED).filter((query) => {
    const found = titlesContaining(parts, query, Number.POSITIVE_INFINITY).map((number) => count - 1 - number);
    const naive = titles.flatMap((title, number) => (title.includes(query) ? [number] : [])).reverse();
    return found.length !== naive.length || found.some((number, at) => number !== naive[at]);
  }).length;
  const ms = (measure: string, figure: number, limit?: number, note = ''): Row => ({
    group,
    measure,
    figure,
    unit: 'ms',
    ...(note === '' ? {} : { note }),
    ...(limit === undefined ? {} : { target: atMost(limit) }),
  });
  return [
    ms(
      '"title contains", 95th percentile',
      quantile(contains, 0.95),
      15,
      `median ${quantile(contains, 0.5).toFixed(2)}, 99th percentile ${quantile(contains, 0.99).toFixed(1)}, ` +
        `longest ${quantile(contains, 1).toFixed(1)} ms; ${QUERIES} random queries`,
    ),
    ms(
      'ranked, all fields, with typos, 95th percentile',
      quantile(whole, 0.95),
      undefined,
      `median ${quantile(whole, 0.5).toFixed(2)}, longest ${quantile(whole, 1).toFixed(1)} ms`,
    ),
    {
      group,
      measure: 'results that differ from a full scan',
      figure: different,
      unit: '',
      target: atMost(0),
      note: `of ${COMPARED} compared queries; test/unit/search compares 5,000 on a smaller catalog`,
    },
    {
      group,
      measure: 'packed index',
      figure: packed.byteLength / 1e6,
      unit: 'MB',
      note:
        `${(packed.byteLength / count).toFixed(0)} bytes per item, opened in ${openedMs.toFixed(0)} ms, ` +
        `packed in ${(packedMs / 1000).toFixed(1)} s`,
    },
  ];
};
