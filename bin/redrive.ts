/**
 * `npm run redrive -- --stage <stage> [--queue <name>] [--dry-run]`: sends what lies in a stage's dead-letter queues
 * back to its work. Uses the AWS credentials of the shell; for the stage `local`, those of the running `npm start`.
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

const chosen = (queues: readonly DeadLetterQueue[], wanted: string | undefined): readonly DeadLetterQueue[] => {
  if (wanted === undefined) return queues;
  const found = queues.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  if (found.length === 0)
    throw new OperatorError(
      `No dead-letter queue is called ${wanted}. There are:\n${queues.map(({ name }) => `  ${name}`).join('\n')}`,
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
  for (const queue of chosen(await findDeadLetterQueues(sqs, stage), values.queue)) {
    const goal = queue.sources.length > 0 ? 'go back into their queue' : 'are failed calls, to be made again';
    console.log(`${queue.name}: ${queue.waiting} waiting${queue.waiting > 0 ? `; they ${goal}` : ''}`);
    if (values['dry-run'] || queue.waiting === 0) continue;
    const { moved, called, left } = await redrive(tools, queue);
    if (moved > 0) console.log(`  ${moved} went back`);
    if (called > 0) console.log(`  ${called} called again and done`);
    for (const why of new Set(left)) console.log(`  ${left.filter((other) => other === why).length} left: ${why}`);
    if (left.length > 0) process.exitCode = 1;
  }
};

main().catch((error: unknown) => {
  console.error(error instanceof OperatorError || error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
