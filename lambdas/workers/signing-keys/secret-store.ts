import {
  GetParameterCommand,
  ParameterAlreadyExists,
  ParameterNotFound,
  PutParameterCommand,
  type SSMClient,
} from '@aws-sdk/client-ssm';
import type { SecretStore } from './ensure-key.ts';

/** Stores secrets as SSM SecureStrings, which CloudFormation cannot create itself. */
export const createSecretStore = (client: Pick<SSMClient, 'send'>): SecretStore => ({
  async read(name) {
    try {
      const { Parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
      return Parameter?.Value;
    } catch (error) {
      if (error instanceof ParameterNotFound) return undefined;
      throw error;
    }
  },
  async create(name, value, description) {
    try {
      await client.send(
        new PutParameterCommand({
          Name: name,
          Value: value,
          Type: 'SecureString',
          Description: description,
          Overwrite: false,
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ParameterAlreadyExists) return false;
      throw error;
    }
  },
});
