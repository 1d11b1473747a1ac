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

/** A queue in which work lies that was given up. */
export interface DeadLetterQueue {
  readonly name: string;
  readonly url: string;
  readonly arn: string;
  /** Messages that wait, about. */
  readonly waiting: number;
  /** ARNs of the queues that give up into it; none for the queue of failed calls. */
  readonly sources: readonly string[];
}

/** What came of one queue. */
export interface Redriven {
  /** Messages that went back into their queue. */
  readonly moved: number;
  /** Failed calls that were made again and succeeded. */
  readonly called: number;
  /** Why messages stay. */
  readonly left: readonly string[];
}

/** What the work is done with. */
export interface RedriveTools {
  readonly sqs: SQSClient;
  readonly invoke: Reinvoke;
  /** ARNs of the functions that a rule calls, by the rule's name. */
  readonly targetsOf: (ruleName: string) => Promise<readonly string[]>;
  /** Waits for so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

const lastPart = (text: string, separator: string): string => text.slice(text.lastIndexOf(separator) + 1);

/**
 * The dead-letter queues of a stage. CloudFormation begins the name of every queue with its stack's, and a queue of
 * ours that gives nothing up is one that takes what was given up.
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
        givesUpTo: policy.deadLetterTargetArn,
      };
    }),
  );
  return queues
    .filter(({ givesUpTo }) => givesUpTo === undefined)
    .map(({ url, arn, waiting }) => ({
      name: lastPart(url, '/'),
      url,
      arn,
      waiting,
      sources: queues.filter(({ givesUpTo }) => givesUpTo === arn).map((queue) => queue.arn),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
};

/** Milliseconds between two looks at a move, and looks until the command stops watching it; the move itself goes on. */
const LOOK_EVERY_MS = 1000;
const MAX_LOOKS = 600;

/**
 * SQS's own move. With one source it is named, so that what a rule could not deliver goes there too; it has no source
 * of its own.
 */
const moveBack = async ({ sqs, pause }: RedriveTools, { arn, sources }: DeadLetterQueue): Promise<Redriven> => {
  const [only] = sources;
  await sqs.send(
    new StartMessageMoveTaskCommand({
      SourceArn: arn,
      ...(sources.length === 1 && only !== undefined ? { DestinationArn: only } : {}),
    }),
  );
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const { Results: [task] = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn, MaxResults: 1 }));
    const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
    if (task?.Status === 'COMPLETED') return { moved, called: 0, left: [] };
    if (task && task.Status !== 'RUNNING')
      return {
        moved,
        called: 0,
        left: [`the move ended as ${task.Status ?? 'unknown'}: ${task.FailureReason ?? 'no reason given'}`],
      };
    await pause(LOOK_EVERY_MS);
  }
  return { moved: 0, called: 0, left: ['the move still runs; SQS goes on with it'] };
};

/** Seconds that a message stays hidden while its call is made again: longer than any function of ours runs. */
const HIDDEN_SECONDS = 900;

const reinvoke = async (
  { invoke, targetsOf }: RedriveTools,
  { Body: body = '', MessageAttributes = {} }: Message,
): Promise<string | undefined> => {
  const call = failedCall(
    body,
    Object.fromEntries(Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue])),
  );
  if (call.kind === 'unknown') return call.why;
  const targets =
    call.kind === 'function'
      ? [call.arn]
      : (await targetsOf(lastPart(call.arn, '/'))).filter((target) => target.startsWith('arn:aws:lambda:'));
  if (targets.length === 0) return 'its rule calls no function any more';
  for (const target of targets) {
    const failure = await invoke(target, body);
    if (failure !== undefined) return failure;
  }
  return undefined;
};

/** Failed calls have no queue to go back to: each is made again, and its message deleted once it succeeded. */
const reinvokeAll = async (tools: RedriveTools, { url }: DeadLetterQueue): Promise<Redriven> => {
  const { sqs } = tools;
  const left: string[] = [];
  const kept: string[] = [];
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
    const why = await reinvoke(tools, message);
    if (why === undefined) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: message.ReceiptHandle }));
      called += 1;
    } else {
      left.push(why);
      kept.push(message.ReceiptHandle ?? '');
    }
  }
  // Shown again only now: in the loop they would come again and again.
  for (const ReceiptHandle of kept)
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout: 0 }));
  return { moved: 0, called, left };
};

/** Sends the messages of a dead-letter queue back to their work. */
export const redrive = (tools: RedriveTools, queue: DeadLetterQueue): Promise<Redriven> =>
  queue.sources.length > 0 ? moveBack(tools, queue) : reinvokeAll(tools, queue);
