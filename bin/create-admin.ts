/**
 * `npm run create-admin -- <email> --stage <stage> [--another]`: creates the first administrator of a stage, or an
 * additional one. Uses the AWS credentials of the shell; for the stage `local`, those of the running `npm start`.
 */
import { parseArgs } from 'node:util';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { z } from 'zod';
import { periodText, retention } from '../lambdas/contract/retention.ts';
import { createProfileRepository } from '../lambdas/data/people/profile-repository.ts';
import { createRightsRepository } from '../lambdas/data/people/rights-repository.ts';
import { createTable } from '../lambdas/data/table/table.ts';
import { AppError } from '../lambdas/domain/app-error.ts';
import { createDocumentClient } from '../lambdas/platform/aws-clients.ts';
import { clientSettings } from '../lambdas/platform/client-settings.ts';
import { createAdmin, createUserDirectory } from './accounts.ts';
import { openStage, OperatorError } from './operator.ts';

const EXPIRY = `It expires in ${periodText(retention.invitations)}.`;
const USAGE = 'Usage: npm run create-admin -- <email> --stage <dev|prod|local> [--another]';

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
      stage === 'local'
        ? `A temporary password is in the local cloud console, under Mail at /_local. ${EXPIRY}`
        : `A temporary password was sent to that address. ${EXPIRY}`,
    );
};

const explain = (error: unknown): string => {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof AppError) return `${error.message} To add another one, run the command again with --another.`;
  return error instanceof Error ? error.message : String(error);
};

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});
