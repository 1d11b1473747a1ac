/**
 * `npm run data-request -- export|erase|hold|release <email> --stage <stage>`: exports or erases the data of a user who
 * cannot use the profile, or sets or releases a legal hold. `erasures` prints who was erased, and `repeat <list>`
 * erases them again after a restore. Uses the AWS credentials of the shell; for the stage `local`, those of the running
 * `npm start`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { ulid } from 'ulid';
import { z } from 'zod';
import { isExported } from '../../lambdas/data/entities.ts';
import { createDataRequestRepository } from '../../lambdas/data/privacy/data-request-repository.ts';
import { createLegalHoldRepository } from '../../lambdas/data/privacy/legal-hold-repository.ts';
import { personItems } from '../../lambdas/data/privacy/person-items.ts';
import { createTable } from '../../lambdas/data/table/table.ts';
import { silentLogger } from '../../lambdas/domain/logger.ts';
import { createDocumentClient } from '../../lambdas/platform/aws-clients.ts';
import { clientSettings } from '../../lambdas/platform/client-settings.ts';
import { createEventBus } from '../../lambdas/platform/messages/event-bus.ts';
import { createPoolRecords } from '../../lambdas/platform/privacy/pool-records.ts';
import { createUserDirectory } from '../accounts.ts';
import { changeHold, eraseFor, exportFor, readErased, repeatErasures, type RequestTools } from './for-user.ts';
import { openStage, OperatorError } from '../operator.ts';

const USAGE =
  'Usage: npm run data-request -- export <email> --to <file.zip> --stage <dev|prod|local>\n' +
  '       npm run data-request -- erase <email> --stage <dev|prod|local>\n' +
  '       npm run data-request -- hold|release <email> --reason <text> --stage <dev|prod|local>\n' +
  '       npm run data-request -- erasures --stage <dev|prod|local> > <list>\n' +
  '       npm run data-request -- repeat <list> --stage <dev|prod|local>';

/** Actions for one user, who is named by an address. */
const FOR_ONE = ['export', 'erase', 'hold', 'release'];
/** Actions on a legal hold, which need a reason. */
const HOLDS = ['hold', 'release'];

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { stage: { type: 'string' }, to: { type: 'string' }, reason: { type: 'string' } },
  });
  const [action = '', subject, ...more] = positionals;
  const { stage, to, reason } = values;
  const isKnown =
    [...FOR_ONE, 'erasures', 'repeat'].includes(action) &&
    (action === 'export') === (to !== undefined) &&
    HOLDS.includes(action) === (reason !== undefined && reason.trim() !== '');
  const isComplete = (subject === undefined) === (action === 'erasures') && more.length === 0;
  if (!isKnown || !isComplete || stage === undefined) throw new OperatorError(USAGE);
  return { action, subject: subject ?? '', stage, to, reason: reason?.trim() ?? '' };
};

/** Prints the users whose data was erased, or erases those of such a list again. */
const afterRestore = async (tools: RequestTools, action: string, file: string): Promise<void> => {
  if (action === 'erasures') {
    for (const userId of await tools.requests.listErased()) console.log(userId);
    return;
  }
  const userIds = readErased(await readFile(file, 'utf8'));
  const left = await repeatErasures(tools, userIds);
  console.log(`${userIds.length - left.length} users will be erased again within 15 minutes.`);
  if (left.length > 0)
    throw new OperatorError(`Make someone else an administrator, then repeat this for: ${left.join(', ')}`);
};

const main = async (): Promise<void> => {
  const { action, subject, stage, to, reason } = readArguments();
  const { TableName, UserPoolId } = await openStage(stage);
  const table = createTable(createDocumentClient(), TableName);
  const cognito = new CognitoIdentityProviderClient(clientSettings);
  const tools: RequestTools = {
    requests: createDataRequestRepository(table, silentLogger),
    holds: createLegalHoldRepository(table),
    itemsOf: (id) => personItems(table, { userId: id, email: '' }, isExported),
    account: createPoolRecords(cognito, UserPoolId),
    events: createEventBus(),
    newId: () => `req_${ulid()}`,
    now: Date.now,
  };
  if (!FOR_ONE.includes(action)) return afterRestore(tools, action, subject);
  const { data: email } = z.email().safeParse(subject.toLowerCase());
  if (email === undefined) throw new OperatorError(USAGE);
  const userId = await createUserDirectory(cognito, UserPoolId).find(email);
  if (userId === undefined) throw new OperatorError(`No account of ${stage} has the address ${email}.`);
  if (to !== undefined) {
    // Never over another file, and for this operator's eyes only.
    await writeFile(to, await exportFor(tools, userId), { flag: 'wx', mode: 0o600 });
    console.log(`The data of ${email} is in ${to}. Send it encrypted, then delete the file.`);
  } else if (action === 'erase') {
    const starts = (await eraseFor(tools, userId)) ?? 'the end of its legal hold';
    console.log(`${email} is disabled, and will be erased after ${starts} unless its user withdraws the request.`);
  } else if (action === 'hold') {
    const waiting = await changeHold(tools, userId, { action, reason });
    console.log(`The data of ${email} is kept.${waiting > 0 ? ' The erasure waits for the end of the hold.' : ''}`);
  } else {
    const waiting = await changeHold(tools, userId, { action: 'release', reason });
    console.log(`The data of ${email} is no longer kept.${waiting > 0 ? ' The erasure begins in a day.' : ''}`);
  }
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
