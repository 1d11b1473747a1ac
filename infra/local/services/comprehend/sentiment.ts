import { SentimentIntensityAnalyzer } from 'vader-sentiment';

/** Confidence in each sentiment. The sum is 1. */
export interface SentimentScore {
  readonly Positive: number;
  readonly Negative: number;
  readonly Neutral: number;
  readonly Mixed: number;
}

/** A sentiment in the shape of the API: the one with the highest score. */
export interface Sentiment {
  readonly Sentiment: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL' | 'MIXED';
  readonly SentimentScore: SentimentScore;
}

/**
 * VADER calls a text neutral up to this sum: https://github.com/cjhutto/vaderSentiment#about-the-scoring. It becomes a
 * confidence of one half, and the largest sum, 1, becomes certainty.
 */
const NEUTRAL_UP_TO = 0.05;
const EXPONENT = Math.log(0.5) / Math.log(NEUTRAL_UP_TO);
/** Share of words with a sentiment from which a text with both kinds is mixed, instead of long with few such words. */
const EMOTIONAL_SHARE = 0.2;

/**
 * The sentiment of an English text, from the weights of its words. VADER has no class for mixed texts: they are those
 * in which the positive and the negative words nearly balance.
 */
export const detectSentiment = (text: string): Sentiment => {
  const { pos, neg, compound } = SentimentIntensityAnalyzer.polarity_scores(text);
  const emotional = pos + neg;
  const balance = emotional === 0 ? 0 : (2 * Math.min(pos, neg)) / emotional;
  const Mixed = balance ** 2 * Math.min(1, emotional / EMOTIONAL_SHARE);
  const oneSided = (1 - Mixed) * Math.abs(compound) ** EXPONENT;
  const score = {
    Positive: compound > 0 ? oneSided : 0,
    Negative: compound < 0 ? oneSided : 0,
    Neutral: 1 - Mixed - oneSided,
    Mixed,
  };
  const names = { POSITIVE: score.Positive, NEGATIVE: score.Negative, NEUTRAL: score.Neutral, MIXED: score.Mixed };
  const highest = Math.max(...Object.values(names));
  const found = (['NEUTRAL', 'POSITIVE', 'NEGATIVE', 'MIXED'] as const).find((name) => names[name] === highest);
  return { Sentiment: found ?? 'NEUTRAL', SentimentScore: score };
};
