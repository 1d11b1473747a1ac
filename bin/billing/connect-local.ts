import { SSMClient } from '@aws-sdk/client-ssm';
import type { RunningCloud } from '../../infra/local/boot.ts';
import { parameterNames } from '../../infra/parameter-names.ts';
import { stages } from '../../infra/stages.ts';
import { clientSettings } from '../../lambdas/platform/client-settings.ts';
import { setUp, storeKeys } from './commands.ts';
import { createSettingsStore } from './settings-store.ts';

/**
 * Connects the stage `local` to the local Stripe, as an operator connects another stage to Stripe: `keys`, then
 * `setup`. Repeated at every start, because the address of the local Stripe can change.
 */
export const connectLocalStripe = async ({
  stripe,
  url,
  env,
}: Pick<RunningCloud, 'stripe' | 'url' | 'env'>): Promise<void> => {
  const client = new SSMClient({
    ...clientSettings,
    region: env['AWS_REGION'] ?? '',
    endpoint: env['AWS_ENDPOINT_URL'] ?? '',
    credentials: {
      accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  const tools = {
    place: { stage: 'local', site: url },
    settings: createSettingsStore(client, parameterNames(stages.local).stripe),
    report: () => {},
  };
  await storeKeys(tools, { apiKey: stripe.apiKey, baseUrl: stripe.apiUrl });
  await setUp(tools);
};
