import { BedrockRuntimeClient, ConverseCommand, type ConverseCommandInput } from '@aws-sdk/client-bedrock-runtime';
import type { AskModel, ModelQuestion } from '../../domain/analysis/topics/bedrock-topics.ts';
import { languageModelOf } from '../../contract/content/language-models.ts';
import { clientSettings } from '../client-settings.ts';

/** A JSON value, as the SDK types it. */
type Json = NonNullable<NonNullable<ConverseCommandInput['additionalModelRequestFields']>>;

/** The request for a question: the model can only answer by calling the tool. */
export const converseInput = (profile: string, question: ModelQuestion): ConverseCommandInput => {
  const { temperature, additional } = languageModelOf(profile)?.settings ?? {};
  const { name, description, schema } = question.tool;
  return {
    modelId: profile,
    system: [{ text: question.instructions }],
    messages: [{ role: 'user', content: [{ text: question.material }] }],
    inferenceConfig: { maxTokens: question.maxTokens, ...(temperature === undefined ? {} : { temperature }) },
    toolConfig: {
      tools: [{ toolSpec: { name, description, inputSchema: { json: schema as Json } } }],
      toolChoice: { tool: { name } },
    },
    ...(additional ? { additionalModelRequestFields: additional } : {}),
  };
};

/** Milliseconds for a response. AWS bills a request that is given up too, so this is long. */
const ANSWER_TIME_MS = 30_000;

const createClient = (): BedrockRuntimeClient => {
  const requestHandler = { ...clientSettings.requestHandler, requestTimeout: ANSWER_TIME_MS };
  return new BedrockRuntimeClient({ ...clientSettings, requestHandler });
};

/** Asks a language model of Bedrock by its inference profile. */
export const createLanguageModel =
  (profile: string, client: Pick<BedrockRuntimeClient, 'send'> = createClient()): AskModel =>
  async (question) => {
    const { $metadata: _metadata, ...answer } = await client.send(
      new ConverseCommand(converseInput(profile, question)),
    );
    return answer;
  };
