import {
  BatchDetectSentimentCommand,
  ComprehendClient,
  DetectDominantLanguageCommand,
  DetectEntitiesCommand,
  DetectToxicContentCommand,
  type LanguageCode,
} from '@aws-sdk/client-comprehend';
import { DetectLabelsCommand, DetectModerationLabelsCommand, RekognitionClient } from '@aws-sdk/client-rekognition';
import type { FrameAnalyzer, TextAnalyzer } from '../domain/analysis/analyzers.ts';
import { moderationVersion } from '../domain/analysis/frames.ts';
import { clientSettings } from './client-settings.ts';

/** A response without the SDK's own fields. */
const answerOf = async <T extends { $metadata: unknown }>(answer: Promise<T>): Promise<Omit<T, '$metadata'>> => {
  const { $metadata: _metadata, ...rest } = await answer;
  return rest;
};

/**
 * Settings of the clients, with more time for a response than in functions of the API: a model that was not used for a
 * while has to be loaded first. The functions that analyze have a minute.
 */
const patientSettings = () => ({
  ...clientSettings,
  requestHandler: { ...clientSettings.requestHandler, requestTimeout: 30_000 },
});

/**
 * Confidence in percent below which Rekognition returns no label. Of sensitive content, all that is more than a guess
 * is stored, because the safety policy decides later which confidence counts, and can change without a new analysis.
 */
const LEAST_SENSITIVE = 20;
const LEAST_LABEL = 70;
const MAX_LABELS = 15;

/** Analyzes frames with Rekognition, which reads them from the bucket with the function's permissions. */
export const createFrameAnalyzer = (
  bucket: string,
  client: Pick<RekognitionClient, 'send'> = new RekognitionClient(patientSettings()),
): FrameAnalyzer => {
  const imageOf = (key: string) => ({ S3Object: { Bucket: bucket, Name: key } });
  return {
    moderate: (key) =>
      answerOf(client.send(new DetectModerationLabelsCommand({ Image: imageOf(key), MinConfidence: LEAST_SENSITIVE }))),
    label: (key) =>
      answerOf(
        client.send(
          new DetectLabelsCommand({ Image: imageOf(key), MinConfidence: LEAST_LABEL, MaxLabels: MAX_LABELS }),
        ),
      ),
  };
};

/** A white picture of 100 by 100 pixels, in base64: Rekognition names its model only in a response about a picture. */
const BLANK_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAGQAAABkCAIAAAD/gAIDAAAAnUlEQVR42u3QMQEAAAwCIPuX1gr79kAEUs6iQJYsWbJkyVIg' +
  'S5YsWbJkKZAlS5YsWbIUyJIlS5YsWQpkyZIlS5YsBbJkyZIlS5YCWbJkyZIlS4EsWbJkyZKlQJYsWbJkyVIgS5YsWbJkKZAl' +
  'S5YsWbIUyJIlS5YsWQpkyZIlS5YsBbJkyZIlS5YCWbJkyZIlS4EsWbJkyZKlQJasbwMtw8Gd7V+EwwAAAABJRU5ErkJggg==';

/** Reads the version of Rekognition's moderation model. Each call is billed as one image. */
export const createModerationVersion =
  (client: Pick<RekognitionClient, 'send'> = new RekognitionClient(patientSettings())) =>
  async (): Promise<string> => {
    const command = new DetectModerationLabelsCommand({ Image: { Bytes: Buffer.from(BLANK_PNG, 'base64') } });
    return moderationVersion(await client.send(command));
  };

/** Analyzes text with Comprehend. */
export const createTextAnalyzer = (
  client: Pick<ComprehendClient, 'send'> = new ComprehendClient(clientSettings),
): TextAnalyzer => ({
  detectLanguage: (text) => answerOf(client.send(new DetectDominantLanguageCommand({ Text: text }))),
  async rateSentiments(texts, language) {
    const answer = await answerOf(
      client.send(new BatchDetectSentimentCommand({ TextList: [...texts], LanguageCode: language as LanguageCode })),
    );
    // A text that Comprehend itself failed to rate would stay unrated if the response were stored.
    if (answer.ErrorList?.some(({ ErrorCode }) => ErrorCode === 'INTERNAL_SERVER_ERROR'))
      throw new Error('Comprehend failed to rate a part of the texts');
    return answer;
  },
  findEntities: (text, language) =>
    answerOf(client.send(new DetectEntitiesCommand({ Text: text, LanguageCode: language as LanguageCode }))),
  findToxic: (texts) =>
    answerOf(
      client.send(new DetectToxicContentCommand({ TextSegments: texts.map((Text) => ({ Text })), LanguageCode: 'en' })),
    ),
});
