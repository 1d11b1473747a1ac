/**
 * `npm run backup -- dump <folder> --stage <stage> [--items-only] [--table <name>]`, `… verify <folder>`, `… restore
 * <folder> --stage <stage> [--replace]`: a stage's data as a folder of files. infra/runbook.md says when to use it and
 * what it cannot carry. Uses the AWS credentials of the shell; for the stage `local`, those of the running `npm start`.
 */
import { parseArgs } from 'node:util';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { dumpStage, type StageClients } from './backup/dump.ts';
import { openFolder } from './backup/folder.ts';
import { restoreStage } from './backup/restore.ts';
import { openStage, OperatorError } from './operator.ts';

const USAGE = `Usage: npm run backup -- dump <folder> --stage <dev|prod|local> [--items-only] [--table <name>]
       npm run backup -- verify <folder>
       npm run backup -- restore <folder> --stage <dev|prod|local> [--replace]`;

/** Patient settings: an operator would rather wait than begin again. Milliseconds. */
const settings = { maxAttempts: 6, requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000 } } as const;

const openClients = (): StageClients => ({
  database: new DynamoDBClient(settings),
  s3: new S3Client(settings),
  accounts: new CognitoIdentityProviderClient(settings),
});

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      stage: { type: 'string' },
      table: { type: 'string' },
      'items-only': { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
    },
  });
  const [command, folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) throw new OperatorError(USAGE);
  if (command === 'verify') {
    const { manifest, digest } = await openFolder(folder).verify();
    console.log(
      `${manifest.items.count} items, ${manifest.users.count} accounts, ${manifest.objects?.count ?? 'no'} files. Digest ${digest}`,
    );
    return;
  }
  if (values.stage === undefined || (command !== 'dump' && command !== 'restore')) throw new OperatorError(USAGE);
  const home = await openStage(values.stage);
  if (command === 'dump') {
    const made = await dumpStage(openClients(), { ...home, TableName: values.table ?? home.TableName }, folder, {
      files: !values['items-only'],
      now: Date.now(),
    });
    console.log(`${made.items} items, ${made.users} accounts, ${made.objects ?? 'no'} files. Digest ${made.digest}`);
    console.log(
      `Left out: ${made.transient} items that expire within a day, ${made.unproved} accounts that never proved their address, all passwords and second factors.`,
    );
    return;
  }
  const done = await restoreStage(openClients(), home, folder, { replace: values.replace });
  console.log(`${done.items} items, ${done.objects} files; ${done.removed} items were removed before.`);
  if (done.usersMade > 0)
    console.log(
      `${done.usersMade} account${done.usersMade === 1 ? ' was' : 's were'} made anew, without a mail: each person sets a password by "Forgot password", and a second factor again.`,
    );
};

main().catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
});
