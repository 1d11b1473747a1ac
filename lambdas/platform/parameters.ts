import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { clientSettings } from './client-settings.ts';

/** Milliseconds that a value is cached. A changed parameter takes effect within five minutes. */
const DEFAULT_TTL_MS = 5 * 60 * 1000;

/** Reads SSM parameters. SecureStrings are decrypted. */
export interface Parameters {
  /** The value. Throws when the parameter does not exist or SSM is unavailable. */
  read(name: string): Promise<string>;
}

/**
 * SSM parameters, each cached for `ttlMs` per function instance. Concurrent calls share one request; failures are not
 * cached. When a refresh fails, the previous value is used, so that running functions survive a short outage of SSM.
 */
export const createParameters = (
  options: { client?: Pick<SSMClient, 'send'>; ttlMs?: number; now?: () => number } = {},
): Parameters => {
  const client = options.client ?? new SSMClient(clientSettings);
  const now = options.now ?? Date.now;
  const ttlMs = options.ttlMs ?? DEFAULT_TTL_MS;
  const cached = new Map<string, { value: string; until: number }>();
  const pending = new Map<string, Promise<string>>();

  const fetchValue = async (name: string): Promise<string> => {
    try {
      const { Parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
      if (!Parameter?.Value) throw new Error(`Parameter ${name} is empty`);
      cached.set(name, { value: Parameter.Value, until: now() + ttlMs });
      return Parameter.Value;
    } catch (error) {
      const stale = cached.get(name);
      if (stale) return stale.value;
      throw error;
    } finally {
      pending.delete(name);
    }
  };

  return {
    async read(name) {
      const entry = cached.get(name);
      if (entry && entry.until > now()) return entry.value;
      const running = pending.get(name) ?? fetchValue(name);
      pending.set(name, running);
      return running;
    },
  };
};
