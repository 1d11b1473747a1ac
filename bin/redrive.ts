/**
 * `npm run redrive -- --stage <stage> [--queue <name>] [--dry-run]`: redrives the messages in a stage's dead-letter
 * queues. Uses the AWS credentials of the shell; for the stage `local`, those of the running `npm start`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { EventBridgeClient, ListTargetsByRuleCommand } from '@aws-sdk/client-eventbridge';
import { SQSClient } from '@aws-sdk/client-sqs';
import { clientSettings } from '../lambdas/platform/client-settings.ts';
import { openStage, OperatorError } from './operator.ts';
import { type DeadLetterQueue, findDeadLetterQueues, redrive } from './redrive/dead-letters.ts';
import { createLambdaInvoker } from './redrive/lambda-invoker.ts';

const USAGE = 'Usage: npm run redrive -- --stage <dev|prod|local> [--queue <name or part of it>] [--dry-run]';

const selectQueues = (queues: readonly DeadLetterQueue[], query: string | undefined): readonly DeadLetterQueue[] => {
  if (query === undefined) return queues;
  const found = queues.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
  if (found.length === 0)
    throw new OperatorError(
      `No dead-letter queue matches "${query}". Choose one of:\n${queues.map(({ name }) => `  ${name}`).join('\n')}`,
    );
  return found;
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { stage: { type: 'string' }, queue: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  });
  if (values.stage === undefined || positionals.length > 0) throw new OperatorError(USAGE);
  const { stage } = await openStage(values.stage);
  const sqs = new SQSClient(clientSettings);
  const rules = new EventBridgeClient(clientSettings);
  const tools = {
    sqs,
    invoke: createLambdaInvoker(sqs),
    targetsOf: async (Rule: string) =>
      ((await rules.send(new ListTargetsByRuleCommand({ Rule }))).Targets ?? []).flatMap(({ Arn }) => Arn ?? []),
    pause: (ms: number) => pause(ms),
  };
  for (const queue of selectQueues(await findDeadLetterQueues(sqs, stage), values.queue)) {
    const action = queue.sources.length > 0 ? 'to move back to their queue' : 'failed calls to repeat';
    console.log(`${queue.name}: ${queue.waiting} waiting${queue.waiting > 0 ? ` (${action})` : ''}`);
    if (values['dry-run'] || queue.waiting === 0) continue;
    const { moved, called, failures } = await redrive(tools, queue);
    if (moved > 0) console.log(`  ${moved} moved back`);
    if (called > 0) console.log(`  ${called} repeated successfully`);
    for (const reason of new Set(failures))
      console.log(`  ${failures.filter((other) => other === reason).length} failed: ${reason}`);
    if (failures.length > 0) process.exitCode = 1;
  }
};

main().catch((error: unknown) => {
  console.error(error instanceof OperatorError || error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
