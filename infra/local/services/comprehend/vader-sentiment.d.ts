/** The part of the package that is used. It has no types of its own. */
declare module 'vader-sentiment' {
  export const SentimentIntensityAnalyzer: {
    /** Shares of negative, neutral and positive words, and the sum of their weights from -1 to 1. */
    polarity_scores(text: string): {
      readonly neg: number;
      readonly neu: number;
      readonly pos: number;
      readonly compound: number;
    };
  };
}
