/**
 * `npm run create-admin -- <e-mail> --stage <stage> [--another]`: makes the first administrator of a stage, or another one.
 * Uses the AWS credentials of the shell; for the stage `local`, those of the running `npm start`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { z } from 'zod';
import { stageNamed } from '../infra/stages.ts';
import { createProfileRepository } from '../lambdas/data/profile-repository.ts';
import { createRightsRepository } from '../lambdas/data/rights-repository.ts';
import { createTable } from '../lambdas/data/table.ts';
import { AppError } from '../lambdas/domain/app-error.ts';
import { createDocumentClient } from '../lambdas/platform/aws-clients.ts';
import { clientSettings } from '../lambdas/platform/client-settings.ts';
import { createAdmin, createUserDirectory } from './accounts.ts';

const USAGE = 'Usage: npm run create-admin -- <e-mail> --stage <dev|prod|local> [--another]';

/** A message for the operator, without a stack. */
class OperatorError extends Error {}

/** Points the SDK at the running local cloud. */
const useLocalCloud = (): void => {
  const file = join(process.env['SOUNDSTAGE_DATA'] ?? join(import.meta.dirname, '..', '.local'), 'endpoint.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new OperatorError('Soundstage is not running here. Start it with `npm start` (and the same SOUNDSTAGE_DATA) first.');
  }
  Object.assign(process.env, z.object({ env: z.record(z.string(), z.string()) }).parse(JSON.parse(text)).env);
};

const readOutputs = async (stage: string, region: string): Promise<{ TableName: string; UserPoolId: string }> => {
  const StackName = `Soundstage-${stage}-Data`;
  const { Stacks } = await new CloudFormationClient({ ...clientSettings, region }).send(new DescribeStacksCommand({ StackName }));
  const outputs = Object.fromEntries((Stacks?.[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  const parsed = z.object({ TableName: z.string(), UserPoolId: z.string() }).safeParse(outputs);
  if (!parsed.success) throw new OperatorError(`The stack ${StackName} lacks the outputs TableName and UserPoolId.`);
  return parsed.data;
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { stage: { type: 'string' }, another: { type: 'boolean', default: false } },
  });
  const email = z.email().safeParse(positionals[0]);
  if (!email.success || positionals.length !== 1 || values.stage === undefined) throw new OperatorError(USAGE);
  const stage = stageNamed(values.stage);
  if (stage.name === 'local') useLocalCloud();
  process.env['AWS_REGION'] = stage.region;
  const { TableName, UserPoolId } = await readOutputs(stage.name, stage.region);
  const table = createTable(createDocumentClient(), TableName);
  const { created } = await createAdmin(
    {
      users: createUserDirectory(new CognitoIdentityProviderClient(clientSettings), UserPoolId),
      profiles: createProfileRepository(table),
      rights: createRightsRepository(table),
      now: () => new Date().toISOString(),
    },
    { email: email.data, fullName: '' },
    { another: values.another },
  );
  console.log(`${email.data} is an administrator of ${stage.name}.`);
  if (created) console.log('A temporary password was sent to that address; it is valid for seven days.');
};

const explain = (error: unknown): string => {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof AppError) return `${error.message} To add one more, repeat the command with --another.`;
  return error instanceof Error ? error.message : String(error);
};

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});
