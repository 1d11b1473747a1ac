import { bulkTexts as texts } from './texts.ts';

/** Maximum number of tags, and of characters in a tag, in the contract. */
const MAX_TAGS = 30;
const MAX_TAG_LENGTH = 50;

/** Splits a comma-separated list of tags. */
export const parseTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Why these tags are invalid; undefined if they are valid. */
export const tagProblem = (text: string): string | undefined => {
  const tags = parseTags(text);
  return tags.length > MAX_TAGS || tags.some((tag) => tag.length > MAX_TAG_LENGTH) ? texts.badTags : undefined;
};
