/**
 * `npm run migrate -- --stage <stage>`: moves data that earlier versions stored in other places. Uses the AWS
 * credentials of the shell; for the stage `local`, those of the running `npm start`.
 */
import { parseArgs } from 'node:util';
import { moveSecurityEvents } from '../../lambdas/data/admin/move-security-events.ts';
import { movePeople } from '../../lambdas/data/people/move-people.ts';
import { createTable } from '../../lambdas/data/table/table.ts';
import { createDocumentClient } from '../../lambdas/platform/aws-clients.ts';
import { openStage, OperatorError } from '../operator.ts';

const USAGE = 'Usage: npm run migrate -- --stage <dev|prod|local>';

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { stage: { type: 'string' } } });
  if (values.stage === undefined || positionals.length > 0) throw new OperatorError(USAGE);
  const { stage, TableName } = await openStage(values.stage);
  const table = createTable(createDocumentClient(), TableName);
  const people = await movePeople(table, (userId) =>
    console.error(`The items of user ${userId} cannot be read and were left as they are.`),
  );
  const security = await moveSecurityEvents(table, Date.now(), ({ pk, sk }) =>
    console.error(`The security event ${pk} / ${sk} cannot be read and was left as it is.`),
  );
  if (people.users > 0) console.log(`Moved the data of ${people.users} users of ${stage}.`);
  if (security.events > 0) console.log(`Moved ${security.events} security events of ${stage}.`);
  if (people.users + security.events === 0) console.log(`Nothing to move in ${stage}.`);
  if (people.corrupt + security.corrupt > 0) process.exitCode = 1;
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
