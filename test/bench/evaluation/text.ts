import { detectSentiment } from '../../../infra/local/services/comprehend/sentiment.ts';
import { detectToxicContent } from '../../../infra/local/services/comprehend/toxicity.ts';
import { lexiconTopics } from '../../../lambdas/domain/analysis/topics/topic-analyzer.ts';
import { TOPIC_NAMES } from '../../../lambdas/domain/analysis/topics/topics.ts';
import { SENTIMENTS } from '../../../lambdas/domain/analysis/results.ts';
import { shareOf, type Share } from '../intervals.ts';
import { LABELED_LINES } from '../topics/labeled-lines.ts';
import { CLEAN_LINES, PROFANE_LINES } from './profane-lines.ts';
import { SENTIMENT_LINES } from './sentiment-lines.ts';

/** How the first topic of each labeled line compares with its label. */
export const measureTopics = (): { readonly precision: Share; readonly recall: Share; readonly undecided: number } => {
  const found = TOPIC_NAMES.flatMap((topic) =>
    LABELED_LINES[topic].map((line) => ({ topic, first: lexiconTopics.analyze(line).topics[0]?.topic })),
  );
  const decided = found.filter(({ first }) => first !== undefined);
  const right = found.filter(({ topic, first }) => topic === first).length;
  return {
    precision: shareOf(right, decided.length),
    recall: shareOf(right, found.length),
    undecided: found.length - decided.length,
  };
};

/** How the sentiment that the local Comprehend finds in each labeled line compares with its label. */
export const measureSentiment = () => {
  const rated = SENTIMENTS.flatMap((label) =>
    SENTIMENT_LINES[label].map((line) => ({ label, found: detectSentiment(line).Sentiment })),
  );
  const right = rated.filter(({ label, found }) => label === found);
  const opposite = rated.filter(
    ({ label, found }) =>
      (label === 'POSITIVE' && found === 'NEGATIVE') || (label === 'NEGATIVE' && found === 'POSITIVE'),
  );
  const oneSided = SENTIMENT_LINES.POSITIVE.length + SENTIMENT_LINES.NEGATIVE.length;
  return {
    accuracy: shareOf(right.length, rated.length),
    /** Of the positive lines those called negative, and the other way round: the errors that mislead. */
    opposite: shareOf(opposite.length, oneSided),
    perLabel: SENTIMENTS.map((label) => ({
      label,
      precision: shareOf(
        right.filter((line) => line.found === label).length,
        rated.filter((line) => line.found === label).length,
      ),
      recall: shareOf(right.filter((line) => line.label === label).length, SENTIMENT_LINES[label].length),
    })),
  };
};

/** How many profane and clean lines the local Comprehend calls profane. */
export const measureProfanity = (): {
  readonly precision: Share;
  readonly recall: Share;
  readonly falseAlarms: Share;
} => {
  const hitsIn = (lines: readonly string[]): number =>
    lines.filter((line) => detectToxicContent(line).Toxicity > 0).length;
  const [found, wrong] = [hitsIn(PROFANE_LINES), hitsIn(CLEAN_LINES)];
  return {
    precision: shareOf(found, found + wrong),
    recall: shareOf(found, PROFANE_LINES.length),
    falseAlarms: shareOf(wrong, CLEAN_LINES.length),
  };
};
