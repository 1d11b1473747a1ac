import { createBedrockTopics } from '../../domain/analysis/topics/bedrock-topics.ts';
import { lexiconTopics, type TopicAnalyzer } from '../../domain/analysis/topics/topic-analyzer.ts';
import { createLanguageModel } from '../../platform/bedrock/language-model.ts';
import type { Env } from './env.ts';

/** The topic analyzer of the stage; undefined when it is off. */
export const topicAnalyzer = ({
  ANALYSIS_TOPICS: provider,
  LANGUAGE_MODEL: profile,
}: Env): TopicAnalyzer | undefined => {
  if (provider === 'off') return undefined;
  return provider === 'bedrock' ? createBedrockTopics(profile, createLanguageModel(profile)) : lexiconTopics;
};
