/** What we know about a language model of Amazon Bedrock. */
export interface LanguageModel {
  /** The name that results show. */
  readonly name: string;
  /** List price in US dollars of a million tokens, with the surcharge for inference in one geography, if any. */
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** Settings of the request that only this model has. */
  readonly settings: {
    /** Undefined for models that reject it. */
    readonly temperature?: number;
    /** In the model's own format. Responses must not contain or pay for reasoning. */
    readonly additional?: Readonly<Record<string, { readonly type: string }>>;
  };
}

/**
 * The language models that stages can choose, by their ID in Bedrock. Both let a request force a tool. Entered by hand
 * from the model cards and AWS's price list in November 2026; `npm run doctor -- bedrock` checks them on an account.
 */
const LANGUAGE_MODELS: Readonly<Record<string, LanguageModel>> = {
  // $0.10 and $0.50 up to 100,000 tokens of input, and 10 % more within a geography. It thinks unless this is
  // turned off, and rejects a temperature.
  'anthropic.claude-haiku-5-5': {
    name: 'Claude Haiku 5.5',
    inputUsd: 0.11,
    outputUsd: 0.55,
    settings: { additional: { thinking: { type: 'disabled' } } },
  },
  'amazon.nova-2-lite-v1:0': {
    name: 'Nova 2 Lite',
    inputUsd: 0.33,
    outputUsd: 2.75,
    settings: { temperature: 0 },
  },
};

/** Where Bedrock may process a request: the prefixes of its inference profiles. */
const GEOGRAPHY = /^(?:us|eu|jp|au|apac|global)\./;

/** The ID of the model behind an inference profile: that of `us.amazon.nova-2-lite-v1:0` is without `us.`. */
export const modelIdOf = (profile: string): string => profile.replace(GEOGRAPHY, '');

/** The model behind an inference profile; undefined for an ID without a geography, and for an unknown model. */
export const languageModelOf = (profile: string): LanguageModel | undefined => {
  const id = modelIdOf(profile);
  return id !== profile && Object.hasOwn(LANGUAGE_MODELS, id) ? LANGUAGE_MODELS[id] : undefined;
};

/** The language model that finds the topics of a stage; undefined when another provider does, or none. */
export const topicsModelOf = (provider: 'bedrock' | 'lexicon' | 'off', profile: string): LanguageModel | undefined =>
  provider === 'bedrock' ? languageModelOf(profile) : undefined;

/** The IDs of the known models, for messages. */
export const knownLanguageModels = (): readonly string[] => Object.keys(LANGUAGE_MODELS);
