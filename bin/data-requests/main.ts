/**
 * `npm run data-request -- export|erase|hold <email> --stage <stage>`: exports or erases the data of a user who cannot
 * use the profile, or keeps it in spite of a request. Uses the AWS credentials of the shell; for the stage `local`,
 * those of the running `npm start`.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { ulid } from 'ulid';
import { z } from 'zod';
import { isExported } from '../../lambdas/data/entities.ts';
import { createDataRequestRepository } from '../../lambdas/data/privacy/data-request-repository.ts';
import { personItems } from '../../lambdas/data/privacy/person-items.ts';
import { createTable } from '../../lambdas/data/table/table.ts';
import { silentLogger } from '../../lambdas/domain/logger.ts';
import { createDocumentClient } from '../../lambdas/platform/aws-clients.ts';
import { clientSettings } from '../../lambdas/platform/client-settings.ts';
import { createEventBus } from '../../lambdas/platform/event-bus.ts';
import { createPoolRecords } from '../../lambdas/platform/privacy/pool-records.ts';
import { createUserDirectory } from '../accounts.ts';
import { eraseFor, exportFor, holdFor, type RequestTools } from './for-user.ts';
import { openStage, OperatorError } from '../operator.ts';

const USAGE =
  'Usage: npm run data-request -- export <email> --to <file.zip> --stage <dev|prod|local>\n' +
  '       npm run data-request -- erase <email> --stage <dev|prod|local>\n' +
  '       npm run data-request -- hold <email> --stage <dev|prod|local>';

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { stage: { type: 'string' }, to: { type: 'string' } },
  });
  const [action = '', address, ...more] = positionals;
  const email = z.email().safeParse(address);
  const { stage, to } = values;
  const isKnown = ['export', 'erase', 'hold'].includes(action) && (action === 'export') === (to !== undefined);
  if (!isKnown || !email.success || more.length > 0 || stage === undefined) throw new OperatorError(USAGE);
  return { action, email: email.data.toLowerCase(), stage, to };
};

const main = async (): Promise<void> => {
  const { action, email, stage, to } = readArguments();
  const { TableName, UserPoolId } = await openStage(stage);
  const table = createTable(createDocumentClient(), TableName);
  const cognito = new CognitoIdentityProviderClient(clientSettings);
  const userId = await createUserDirectory(cognito, UserPoolId).find(email);
  if (userId === undefined) throw new OperatorError(`No account of ${stage} has the address ${email}.`);
  const tools: RequestTools = {
    requests: createDataRequestRepository(table, silentLogger),
    itemsOf: (id) => personItems(table, { userId: id, email: '' }, isExported),
    account: createPoolRecords(cognito, UserPoolId),
    events: createEventBus(),
    newId: () => `req_${ulid()}`,
    now: Date.now,
  };
  if (to !== undefined) {
    // Never over another file, and for this operator's eyes only.
    await writeFile(to, await exportFor(tools, userId), { flag: 'wx', mode: 0o600 });
    console.log(`The data of ${email} is in ${to}. Send it encrypted, then delete the file.`);
  } else if (action === 'erase') {
    const starts = await eraseFor(tools, userId);
    console.log(`${email} is disabled, and will be erased after ${starts} unless its user withdraws the request.`);
  } else {
    await holdFor(tools, userId);
    console.log(`${email} will not be erased. The account stays disabled until an administrator enables it.`);
  }
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
