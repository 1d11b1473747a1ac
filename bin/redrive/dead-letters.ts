import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  paginateListQueues,
  ReceiveMessageCommand,
  StartMessageMoveTaskCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { failedCall } from '../../infra/local/events/bus/failed-call.ts';
import type { Reinvoke } from './lambda-invoker.ts';

/** A queue of messages that could not be processed. */
export interface DeadLetterQueue {
  readonly name: string;
  readonly url: string;
  readonly arn: string;
  /** Approximate number of messages. */
  readonly waiting: number;
  /** ARNs of the queues that use it as their dead-letter queue; none for the queue of failed calls. */
  readonly sources: readonly string[];
}

/** The result for one queue. */
export interface Redriven {
  /** Messages that were moved back to their queue. */
  readonly moved: number;
  /** Failed calls that succeeded when repeated. */
  readonly called: number;
  /** Why messages remain, one reason per message. */
  readonly failures: readonly string[];
}

export interface RedriveTools {
  readonly sqs: SQSClient;
  readonly invoke: Reinvoke;
  /** ARNs of the functions that a rule calls, by the rule's name. */
  readonly targetsOf: (ruleName: string) => Promise<readonly string[]>;
  /** Waits for this many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

const lastPart = (text: string, separator: string): string => text.slice(text.lastIndexOf(separator) + 1);

/**
 * The dead-letter queues of a stage. CloudFormation starts a queue's name with its stack's name, and a queue of ours
 * without a dead-letter queue is one itself.
 */
export const findDeadLetterQueues = async (sqs: SQSClient, stage: string): Promise<readonly DeadLetterQueue[]> => {
  const urls: string[] = [];
  for await (const page of paginateListQueues(
    { client: sqs, pageSize: 1000 },
    { QueueNamePrefix: `Soundstage-${stage}-` },
  ))
    urls.push(...(page.QueueUrls ?? []));
  const queues = await Promise.all(
    urls.map(async (url) => {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl: url,
          AttributeNames: ['QueueArn', 'ApproximateNumberOfMessages', 'RedrivePolicy'],
        }),
      );
      const policy = JSON.parse(Attributes['RedrivePolicy'] ?? '{}') as { deadLetterTargetArn?: string };
      return {
        url,
        arn: Attributes['QueueArn'] ?? '',
        waiting: Number(Attributes['ApproximateNumberOfMessages'] ?? 0),
        deadLetterQueue: policy.deadLetterTargetArn,
      };
    }),
  );
  return queues
    .filter(({ deadLetterQueue }) => deadLetterQueue === undefined)
    .map(({ url, arn, waiting }) => ({
      name: lastPart(url, '/'),
      url,
      arn,
      waiting,
      sources: queues.filter(({ deadLetterQueue }) => deadLetterQueue === arn).map((queue) => queue.arn),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
};

/** Milliseconds between two polls of a move, and polls until the command stops watching. The move itself continues. */
const POLL_MS = 1000;
const MAX_POLLS = 600;

/**
 * Uses SQS's own message move. A single source is named as the destination, so that it also receives what a rule could
 * not deliver: such a message has no source queue.
 */
const moveBack = async ({ sqs, pause }: RedriveTools, { arn, sources }: DeadLetterQueue): Promise<Redriven> => {
  const [source] = sources;
  await sqs.send(
    new StartMessageMoveTaskCommand({
      SourceArn: arn,
      ...(sources.length === 1 && source !== undefined ? { DestinationArn: source } : {}),
    }),
  );
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const { Results: [task] = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn, MaxResults: 1 }));
    const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
    if (task?.Status === 'COMPLETED') return { moved, called: 0, failures: [] };
    if (task && task.Status !== 'RUNNING')
      return {
        moved,
        called: 0,
        failures: [`the move ended as ${task.Status ?? 'unknown'}: ${task.FailureReason ?? 'no reason given'}`],
      };
    await pause(POLL_MS);
  }
  return { moved: 0, called: 0, failures: ['the move is still running and continues in SQS'] };
};

/** Seconds that a message stays hidden while its call is repeated: longer than any function runs. */
const HIDDEN_SECONDS = 900;

const reinvoke = async (
  { invoke, targetsOf }: RedriveTools,
  { Body: body = '', MessageAttributes = {} }: Message,
): Promise<string | undefined> => {
  const call = failedCall(
    body,
    Object.fromEntries(Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue])),
  );
  if (call.kind === 'unknown') return call.reason;
  const targets =
    call.kind === 'function'
      ? [call.arn]
      : (await targetsOf(lastPart(call.arn, '/'))).filter((target) => target.startsWith('arn:aws:lambda:'));
  if (targets.length === 0) return 'its rule no longer has a function target';
  for (const target of targets) {
    const failure = await invoke(target, body);
    if (failure !== undefined) return failure;
  }
  return undefined;
};

/** Failed calls have no queue to return to: each is repeated, and its message is deleted after it succeeds. */
const reinvokeAll = async (tools: RedriveTools, { url }: DeadLetterQueue): Promise<Redriven> => {
  const { sqs } = tools;
  const failures: string[] = [];
  const failedHandles: string[] = [];
  let called = 0;
  for (;;) {
    const { Messages: [message] = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 1,
        VisibilityTimeout: HIDDEN_SECONDS,
        WaitTimeSeconds: 1,
        MessageAttributeNames: ['All'],
      }),
    );
    if (!message) break;
    const reason = await reinvoke(tools, message);
    if (reason === undefined) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: message.ReceiptHandle }));
      called += 1;
    } else {
      failures.push(reason);
      failedHandles.push(message.ReceiptHandle ?? '');
    }
  }
  // Shown again only after the loop; otherwise the loop would receive them again and again.
  for (const ReceiptHandle of failedHandles)
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout: 0 }));
  return { moved: 0, called, failures };
};

/** Redrives the messages of a dead-letter queue. */
export const redrive = (tools: RedriveTools, queue: DeadLetterQueue): Promise<Redriven> =>
  queue.sources.length > 0 ? moveBack(tools, queue) : reinvokeAll(tools, queue);
