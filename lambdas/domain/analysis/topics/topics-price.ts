import type { LanguageModel } from '../../../contract/content/language-models.ts';

/** Room for all topics of a title in the response, which take about 150 tokens. */
export const MAX_ANSWER_TOKENS = 400;
/** Bytes of text that are sent. */
export const MAX_TEXT_BYTES = 120_000;
/** Bytes of UTF-8 for each token, at least: English has four, and scripts with three bytes a character two. */
const BYTES_PER_TOKEN = 2;
/** Tokens of the instructions and the tool, at most. */
const QUESTION_TOKENS = 2000;

/** The price of tokens, in US dollars. */
export const tokenPrice = ({ inputUsd, outputUsd }: LanguageModel, input: number, output: number): number =>
  (input * inputUsd + output * outputUsd) / 1e6;

/** The most that asking for the topics of a text with this many bytes can cost, in US dollars. */
export const mostTopicsCost = (model: LanguageModel, bytes: number): number =>
  tokenPrice(model, Math.ceil(Math.min(bytes, MAX_TEXT_BYTES) / BYTES_PER_TOKEN) + QUESTION_TOKENS, MAX_ANSWER_TOKENS);
