import { BedrockClient, GetFoundationModelCommand, ResourceNotFoundException } from '@aws-sdk/client-bedrock';
import { clientSettings } from '../client-settings.ts';

/** Whether AWS still offers a model. `legacy`: it will be withdrawn. `gone`: it is not offered in this region. */
export interface ModelStatus {
  readonly state: 'active' | 'legacy' | 'gone';
  /** ISO 8601 date of the withdrawal, if AWS names one. */
  readonly endsAt?: string;
}

/** Reads the status of a model of Bedrock by its ID. */
export type ReadModelStatus = (modelId: string) => Promise<ModelStatus>;

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
