import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';

/** A text's toxicity in the shape of the API. */
export interface ToxicLabels {
  readonly Labels: readonly { readonly Name: 'PROFANITY'; readonly Score: number }[];
  readonly Toxicity: number;
}

/** Harmless words and names in which the word list of obscenity finds a profane one. */
const HARMLESS = ['cockpit', 'pussycat', 'cum laude', 'penistone', 'moby dick'];

const dataset = englishDataset.build();
const matcher = new RegExpMatcher({
  ...dataset,
  ...englishRecommendedTransformers,
  whitelistedTerms: [...(dataset.whitelistedTerms ?? []), ...HARMLESS],
});

/**
 * Whether an English text contains profane words. The score is 1 or 0, because a word is in the list or not.
 *
 * AWS returns seven labels with each text. The other six are left out: a score of 0 would say that the text was checked
 * for hate speech, insults or threats.
 */
export const detectToxicContent = (text: string): ToxicLabels => {
  const score = matcher.hasMatch(text) ? 1 : 0;
  return { Labels: [{ Name: 'PROFANITY', Score: score }], Toxicity: score };
};
