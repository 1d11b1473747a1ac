import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { clientSettings } from './client-settings.ts';

/** Milliseconds that a value is kept: a rotated or corrected parameter is seen within five minutes. */
const DEFAULT_TTL_MS = 5 * 60 * 1000;

/** Reads SSM parameters, SecureStrings decrypted. */
export interface Parameters {
  /** The value. Throws when it does not exist or SSM does not answer. */
  read(name: string): Promise<string>;
}

/**
 * Parameters, each kept for `ttlMs` per container. Calls at the same time share one request; a failed one is not kept.
 * When a refresh fails the value before is used on: a short outage of SSM stops nothing that runs.
 */
export const createParameters = (
  options: { client?: Pick<SSMClient, 'send'>; ttlMs?: number; now?: () => number } = {},
): Parameters => {
  const client = options.client ?? new SSMClient(clientSettings);
  const now = options.now ?? Date.now;
  const ttlMs = options.ttlMs ?? DEFAULT_TTL_MS;
  const kept = new Map<string, { value: string; until: number }>();
  const pending = new Map<string, Promise<string>>();

  const fetchValue = async (name: string): Promise<string> => {
    try {
      const { Parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
      if (!Parameter?.Value) throw new Error(`Parameter ${name} is empty`);
      kept.set(name, { value: Parameter.Value, until: now() + ttlMs });
      return Parameter.Value;
    } catch (error) {
      const stale = kept.get(name);
      if (stale) return stale.value;
      throw error;
    } finally {
      pending.delete(name);
    }
  };

  return {
    async read(name) {
      const entry = kept.get(name);
      if (entry && entry.until > now()) return entry.value;
      const running = pending.get(name) ?? fetchValue(name);
      pending.set(name, running);
      return running;
    },
  };
};
