/**
 * `npm run billing -- <keys|setup|rotate-webhook-secret> --stage <stage>`: connects a stage to Stripe. `keys` reads a
 * key from standard input and stores it; `setup` creates or updates products, prices, the customer portal and the
 * webhook endpoint; `rotate-webhook-secret` replaces the webhook's secret without losing an event. Uses the AWS
 * credentials of the shell; for the stage `local`, those of the running `npm start`.
 */
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { SSMClient } from '@aws-sdk/client-ssm';
import { parameterNames } from '../../infra/parameter-names.ts';
import { stageNamed } from '../../infra/stages.ts';
import { clientSettings } from '../../lambdas/platform/client-settings.ts';
import { createParameters } from '../../lambdas/platform/parameters.ts';
import { rotateWebhookSecret, setUp, storeKeys, type BillingTools } from './commands.ts';
import { createSettingsStore } from './settings-store.ts';
import { openStage, OperatorError } from '../operator.ts';

const USAGE = `Usage: npm run billing -- <keys|setup|rotate-webhook-secret> --stage <dev|prod|local>
  keys [--base-url <origin>]        stores the key that standard input contains: type or pipe it, then press Ctrl-D
  setup                             creates or updates everything at Stripe; can be repeated
  rotate-webhook-secret [--finish]  begins, or an hour later finishes, a rotation
For setup and rotations, STRIPE_SETUP_KEY can contain a key with more permissions. It is not stored.`;

const commands: Readonly<
  Record<string, (tools: BillingTools, options: { baseUrl?: string | undefined; finish: boolean }) => Promise<void>>
> = {
  keys: async (tools, { baseUrl }) => storeKeys(tools, { apiKey: (await text(process.stdin)).trim(), baseUrl }),
  setup: setUp,
  'rotate-webhook-secret': rotateWebhookSecret,
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      stage: { type: 'string' },
      'base-url': { type: 'string' },
      finish: { type: 'boolean', default: false },
    },
  });
  const [name = ''] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || positionals.length !== 1 || values.stage === undefined) throw new OperatorError(USAGE);
  const { stage } = await openStage(values.stage);
  const names = parameterNames(stageNamed(stage));
  const client = new SSMClient(clientSettings);
  await command(
    {
      place: { stage, site: await createParameters({ client }).read(names.siteUrl) },
      settings: createSettingsStore(client, names.stripe),
      report: (line) => console.log(line),
      setupKey: process.env['STRIPE_SETUP_KEY'],
    },
    { baseUrl: values['base-url'], finish: values.finish },
  );
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
