/**
 * `npm run create-admin -- <e-mail> --stage <stage> [--another]`: makes the first administrator of a stage, or another
 * one. Uses the AWS credentials of the shell; for the stage `local`, those of the running `npm start`.
 */
import { parseArgs } from 'node:util';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { z } from 'zod';
import { createProfileRepository } from '../lambdas/data/people/profile-repository.ts';
import { createRightsRepository } from '../lambdas/data/people/rights-repository.ts';
import { createTable } from '../lambdas/data/table/table.ts';
import { AppError } from '../lambdas/domain/app-error.ts';
import { createDocumentClient } from '../lambdas/platform/aws-clients.ts';
import { clientSettings } from '../lambdas/platform/client-settings.ts';
import { createAdmin, createUserDirectory } from './accounts.ts';
import { openStage, OperatorError } from './operator.ts';

const USAGE = 'Usage: npm run create-admin -- <e-mail> --stage <dev|prod|local> [--another]';

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { stage: { type: 'string' }, another: { type: 'boolean', default: false } },
  });
  const email = z.email().safeParse(positionals[0]);
  if (!email.success || positionals.length !== 1 || values.stage === undefined) throw new OperatorError(USAGE);
  const { stage, TableName, UserPoolId } = await openStage(values.stage);
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
  console.log(`${email.data} is an administrator of ${stage}.`);
  if (created)
    console.log(
      `A temporary password was ${stage === 'local' ? 'mailed; the mail lies in the console of the local cloud, at /_local' : 'sent to that address'}. It is valid for seven days.`,
    );
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
