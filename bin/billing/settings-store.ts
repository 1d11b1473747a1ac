import { randomBytes } from 'node:crypto';
import { GetParameterCommand, ParameterNotFound, PutParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';
import { StripeSettings } from '../../lambdas/platform/stripe/settings.ts';

/** The SecureString with the keys of Stripe. */
export interface SettingsStore {
  /** Undefined before the first key is stored. */
  read(): Promise<StripeSettings | undefined>;
  /** Stores changes. The key of the trial hashes is made once and kept for good. */
  change(changes: Partial<StripeSettings>): Promise<StripeSettings>;
}

/** Bytes of the key of the trial hashes. */
const KEY_BYTES = 32;

/** The keys of Stripe in a parameter of a stage. They are never printed. */
export const createSettingsStore = (client: Pick<SSMClient, 'send'>, parameter: string): SettingsStore => {
  const read = async (): Promise<StripeSettings | undefined> => {
    try {
      const { Parameter } = await client.send(new GetParameterCommand({ Name: parameter, WithDecryption: true }));
      return StripeSettings.parse(JSON.parse(Parameter?.Value ?? ''));
    } catch (error) {
      if (error instanceof ParameterNotFound) return undefined;
      throw error;
    }
  };
  return {
    read,
    async change(changes) {
      const before = await read();
      const settings = StripeSettings.parse({
        webhookSecrets: [],
        trialKey: randomBytes(KEY_BYTES).toString('base64'),
        ...before,
        ...changes,
      });
      await client.send(
        new PutParameterCommand({
          Name: parameter,
          Value: JSON.stringify(settings),
          Type: 'SecureString',
          Overwrite: true,
        }),
      );
      return settings;
    },
  };
};
