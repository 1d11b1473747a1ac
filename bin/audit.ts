/**
 * `npm run audit -- verify --stage <stage> [--month 2026-11]`: verifies the audit log of a stage: table, seal chain and
 * locked copies. Uses the AWS credentials of the shell; for the stage `local`, those of the running `npm start`. Exits
 * with 1 when something was changed.
 */
import { parseArgs } from 'node:util';
import { createAuditSealRepository } from '../lambdas/data/admin/audit-seal-repository.ts';
import { createTable } from '../lambdas/data/table/table.ts';
import { createAuditCopies } from '../lambdas/platform/storage/audit-copies.ts';
import { createDocumentClient } from '../lambdas/platform/aws-clients.ts';
import { verifyLog } from './audit/verify-log.ts';
import { openStage, OperatorError } from './operator.ts';

const USAGE = 'Usage: npm run audit -- verify --stage <dev|prod|local> [--month 2026-11]';

/** Findings printed per month; the rest is only counted. */
const SHOWN = 50;

const outcome = (findings: number): string => {
  if (findings === 0) return 'no changes found';
  return findings === 1 ? '1 finding' : `${findings} findings`;
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { stage: { type: 'string' }, month: { type: 'string' } },
  });
  const isMonth = values.month === undefined || /^\d{4}-\d\d$/.test(values.month);
  if (positionals.join() !== 'verify' || values.stage === undefined || !isMonth) throw new OperatorError(USAGE);
  const { stage, TableName, AuditBucket } = await openStage(values.stage);
  const deps = {
    seals: createAuditSealRepository(createTable(createDocumentClient(), TableName)),
    copies: createAuditCopies(AuditBucket),
    now: Date.now,
  };
  let wrong = 0;
  for await (const { month, sealed, waiting, findings } of verifyLog(deps, values.month)) {
    console.log(`${month}: ${sealed} sealed, ${waiting} waiting to be sealed, ${outcome(findings.length)}`);
    for (const { what, where } of findings.slice(0, SHOWN)) console.error(`  ${what}: ${where}`);
    if (findings.length > SHOWN) console.error(`  … and ${findings.length - SHOWN} more`);
    wrong += findings.length;
  }
  console.log(
    wrong === 0
      ? `The audit log of ${stage} is intact.`
      : `The audit log of ${stage} was changed: see "The audit log" in infra/runbook.md.`,
  );
  if (wrong > 0) process.exitCode = 1;
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
