/**
 * `npm run migrate -- --stage <stage>`: moves data that earlier versions stored in other places. Uses the AWS
 * credentials of the shell; for the stage `local`, those of the running `npm start`.
 */
import { parseArgs } from 'node:util';
import { movePeople } from '../../lambdas/data/people/move-people.ts';
import { createTable } from '../../lambdas/data/table/table.ts';
import { createDocumentClient } from '../../lambdas/platform/aws-clients.ts';
import { openStage, OperatorError } from '../operator.ts';

const USAGE = 'Usage: npm run migrate -- --stage <dev|prod|local>';

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { stage: { type: 'string' } } });
  if (values.stage === undefined || positionals.length > 0) throw new OperatorError(USAGE);
  const { stage, TableName } = await openStage(values.stage);
  const { users, corrupt } = await movePeople(createTable(createDocumentClient(), TableName), (userId) =>
    console.error(`The items of user ${userId} cannot be read and were left as they are.`),
  );
  console.log(users > 0 ? `Moved the data of ${users} users of ${stage}.` : `Nothing to move in ${stage}.`);
  if (corrupt > 0) process.exitCode = 1;
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
