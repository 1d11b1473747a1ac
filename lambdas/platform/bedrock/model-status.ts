import { BedrockClient, GetFoundationModelCommand, ResourceNotFoundException } from '@aws-sdk/client-bedrock';
import type { ReadModelStatus } from '../../domain/analysis/topics/model-status.ts';
import { clientSettings } from '../client-settings.ts';

/** Reads the status of models from Bedrock. */
export const createModelStatus =
  (client: Pick<BedrockClient, 'send'> = new BedrockClient(clientSettings)): ReadModelStatus =>
  async (modelId) => {
    try {
      const { modelDetails } = await client.send(new GetFoundationModelCommand({ modelIdentifier: modelId }));
      const { status, endOfLifeTime } = modelDetails?.modelLifecycle ?? {};
      if (status === 'ACTIVE') return { state: 'active' };
      return { state: 'legacy', ...(endOfLifeTime ? { endsAt: endOfLifeTime.toISOString().slice(0, 10) } : {}) };
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return { state: 'gone' };
      throw error;
    }
  };
