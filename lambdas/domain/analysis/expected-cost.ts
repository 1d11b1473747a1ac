import type { LanguageModel } from '../../contract/content/language-models.ts';
import type { MediaFacts, StepDefinition } from '../pipeline/definition.ts';
import { topicsPrice } from './prices.ts';

/**
 * What a run of a step is expected to cost with new input, in US dollars. `model`: the language model that finds the
 * stage's topics; undefined when they are free.
 */
export const expectedCost = (
  { name, cost }: Pick<StepDefinition, 'name' | 'cost'>,
  media: MediaFacts,
  model: LanguageModel | undefined,
): number => cost(media) + (name === 'topics' && model ? topicsPrice(model, media) : 0);
