import type { PaidCall } from '../paid-calls.ts';
import type { Provenance } from '../provenance.ts';
import type { TopicsSummary } from '../results.ts';
import lexicon from './lexicon.json' with { type: 'json' };
import { TOPIC_NAMES, type Topic } from './topics.ts';

/** A topic analyzer without paid calls. */
export interface FreeTopicAnalyzer {
  readonly kind: 'free';
  readonly provenance: Provenance;
  /** Why it cannot analyze a language (BCP 47), as a sentence for the user; undefined when it can. */
  readonly rejection: (language: string) => string | undefined;
  readonly analyze: (text: string) => TopicsSummary;
}

/** A topic analyzer that asks a paid service. */
export interface PaidTopicAnalyzer {
  readonly kind: 'paid';
  readonly provenance: Provenance;
  readonly rejection: (language: string) => string | undefined;
  /** The call that asks for the topics of a text, without its id. */
  readonly ask: (text: string) => Omit<PaidCall, 'id'>;
  /** The topics in an output of that call; undefined when it does not have the required form. */
  readonly read: (output: unknown) => TopicsSummary | undefined;
}

/** Finds the topics of a text. */
export type TopicAnalyzer = FreeTopicAnalyzer | PaidTopicAnalyzer;

/** Increase it with every change of the word list or of the calculation below: stored results are then recalculated. */
const VERSION = '1';

/** Most topics of a title. */
export const MAX_TOPICS = 5;
/** Least share of all evidence that a topic needs. */
const LEAST_SHARE = 0.12;
/** Least number of different words that a topic needs. One word can have another meaning. */
const LEAST_WORDS = 2;

interface Entry {
  readonly topic: Topic;
  readonly weight: number;
}

const entriesOf = (): ReadonlyMap<string, Entry> =>
  new Map(
    TOPIC_NAMES.flatMap((topic) =>
      Object.entries(lexicon[topic]).flatMap(([weight, words]) =>
        words.split(' ').map((word): [string, Entry] => [word, { topic, weight: Number(weight) }]),
      ),
    ),
  );

let loaded: ReadonlyMap<string, Entry> | undefined;

/** The words of a text in lower case with their numbers of occurrence. */
const countWords = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z]{3,}/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/**
 * Topics by a word list: each word adds its weight to one topic, and repetitions add ever less. `score` is a topic's
 * share of all evidence. The list is English, and no model understands the text, so the scores are not calibrated.
 */
const analyze = (text: string): TopicsSummary => {
  loaded ??= entriesOf();
  const sums = new Map<Topic, { score: number; words: number }>();
  let total = 0;
  for (const [word, count] of countWords(text)) {
    const entry = loaded.get(word);
    if (!entry) continue;
    const evidence = entry.weight * (1 + Math.log(count));
    const sum = sums.get(entry.topic) ?? { score: 0, words: 0 };
    sums.set(entry.topic, { score: sum.score + evidence, words: sum.words + 1 });
    total += evidence;
  }
  const topics = [...sums]
    .map(([topic, { score, words }]) => ({ topic, words, score: score / total }))
    .filter(({ words, score }) => words >= LEAST_WORDS && score >= LEAST_SHARE)
    .sort((a, b) => b.score - a.score || (a.topic < b.topic ? -1 : 1))
    .slice(0, MAX_TOPICS)
    .map(({ topic, score }) => ({ topic, score: Number(score.toFixed(3)) }));
  return { step: 'topics', topics };
};

/** Topics by our word list, which `test/bench/topics/derive.ts` derived from public word vectors. */
export const lexiconTopics: FreeTopicAnalyzer = {
  kind: 'free',
  rejection: (language) => (/^en\b/i.test(language) ? undefined : 'Topics are found in English text only.'),
  provenance: { provider: 'lexicon', model: 'soundstage-topics', version: VERSION, calibrated: false, covers: [] },
  analyze,
};
