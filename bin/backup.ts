/**
 * `npm run backup -- dump <folder> --stage <stage> [--items-only] [--table <name>]`, `… verify <folder>`, `… restore
 * <folder> --stage <stage> [--replace]`: dumps a stage's data into a folder of files and restores it. infra/runbook.md
 * describes when to use it and what a dump leaves out. Uses the AWS credentials of the shell; for the stage `local`,
 * those of the running `npm start`.
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

/** Long timeouts and many retries: waiting is cheaper than starting over. Milliseconds. */
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
      `The dump is intact: ${manifest.items.count} items, ${manifest.users.count} accounts, ` +
        `${manifest.objects?.count ?? 'no'} files. Digest ${digest}`,
    );
    return;
  }
  if (values.stage === undefined || (command !== 'dump' && command !== 'restore')) throw new OperatorError(USAGE);
  const resources = await openStage(values.stage);
  if (command === 'dump') {
    const dumped = await dumpStage(
      openClients(),
      { ...resources, TableName: values.table ?? resources.TableName },
      folder,
      {
        files: !values['items-only'],
        now: Date.now(),
      },
    );
    console.log(
      `${dumped.items} items, ${dumped.users} accounts, ${dumped.objects ?? 'no'} files. Digest ${dumped.digest}`,
    );
    console.log(
      `Not included: ${dumped.transient} items that expire within a day, ` +
        `${dumped.unverified} accounts with an unverified address, all passwords and second factors.`,
    );
    return;
  }
  const restored = await restoreStage(openClients(), resources, folder, { replace: values.replace });
  console.log(
    `Restored ${restored.items} items and ${restored.objects} files. Deleted ${restored.removed} existing items.`,
  );
  if (restored.usersCreated > 0)
    console.log(
      `Created ${restored.usersCreated} account${restored.usersCreated === 1 ? '' : 's'} without sending an email. ` +
        'Each user must choose a new password with "Forgot password" and set up two-step verification again.',
    );
};

main().catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
});
