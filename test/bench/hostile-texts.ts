import { ulid } from 'ulid';
import { readVtt } from '../../lambdas/domain/captions/vtt.ts';
import type { SearchDocument } from '../../lambdas/domain/search/document.ts';
import { foldText } from '../../lambdas/domain/search/fold.ts';
import { openParts, packDocuments } from '../../lambdas/domain/search/packing.ts';
import { openTitles } from '../support/search-store.ts';
import { atMost, type Row } from './report.ts';

/** Items in the searched index. */
const ITEMS = 10_000;
/** Search texts that could make a slow implementation examine much. */
const SEARCHES: readonly string[] = [
  ' '.repeat(10_000),
  '(a+)+$',
  '.*',
  'a'.repeat(100),
  'a'.repeat(10_000),
  'ab '.repeat(33),
  'ab '.repeat(5_000),
];
/** Caption files that could make a pattern backtrack: texts of a cue, and whole files. */
const CUES: readonly string[] = [
  '<'.repeat(2000),
  '<v '.repeat(600),
  '<c.'.repeat(600),
  '&'.repeat(2000),
  '-'.repeat(2000),
];
const FILES: readonly string[] = [
  ...CUES.map((text) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`),
  `WEBVTT\n\n${'00:01.000 '.repeat(100_000)}`,
  `WEBVTT\n\n00:01.000 --> 00:02.000 ${'line:1% '.repeat(100_000)}\nx`,
];

/** Milliseconds of the slowest call. */
const slowest = (texts: readonly string[], work: (text: string) => unknown): number =>
  Math.max(
    ...texts.map((text) => {
      const from = performance.now();
      work(text);
      return performance.now() - from;
    }),
  );

/** Time to handle texts that are made to be slow. */
export const hostileTextRows = (): readonly Row[] => {
  const documents = Array.from({ length: ITEMS }, (_, index): SearchDocument => ({
    id: `cnt_${ulid(1_700_000_000_000 + index)}`,
    title: foldText(`title ${index} ${'ab '.repeat(index % 5)}`),
    artist: '',
    tags: '',
    category: '',
    category_id: '',
    content_type: 'music',
    is_public: true,
  }));
  const index = openTitles(openParts(packDocuments(documents)));
  const group = 'Hostile texts';
  return [
    {
      group,
      measure: `slowest search of ${SEARCHES.length}`,
      figure: slowest(SEARCHES, (text) => index.search({ text })),
      unit: 'ms',
      target: atMost(50),
    },
    {
      group,
      measure: `slowest caption file of ${FILES.length}`,
      figure: slowest(FILES, (file) => {
        try {
          readVtt(file);
        } catch {
          // Most of them are invalid.
        }
      }),
      unit: 'ms',
      target: atMost(1000),
    },
  ];
};
