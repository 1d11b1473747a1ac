import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type JsonOperation, operation } from '../../aws/json-service.ts';
import { AwsError } from '../../aws/service.ts';
import type { QueueServiceDependencies } from './queue-dependencies.ts';
import type { Queue } from './queue.ts';

const startInput = z.object({ SourceArn: z.string().default(''), DestinationArn: z.string().optional() });
const listInput = z.object({ SourceArn: z.string().default(''), MaxResults: z.number().default(1) });

/** A move as ListMessageMoveTasks returns it. */
interface MoveTask {
  readonly Status: 'COMPLETED' | 'FAILED';
  readonly SourceArn: string;
  readonly DestinationArn?: string;
  readonly ApproximateNumberOfMessagesMoved: number;
  readonly ApproximateNumberOfMessagesToMove: number;
  readonly FailureReason?: string;
  /** Epoch milliseconds. */
  readonly StartedTimestamp: number;
}

/** Maximum number of tasks that SQS stores per queue. */
const MAX_RESULTS = 10;

const missing = (): AwsError =>
  new AwsError(
    'ResourceNotFoundException',
    'The resource that you specified for the SourceArn or DestinationArn parameter does not exist.',
  );

/**
 * SQS's moves out of dead-letter queues: StartMessageMoveTask and ListMessageMoveTasks. A move is complete when its
 * start returns, so none is ever listed as running. As on AWS, only a queue that is another queue's dead-letter queue
 * can be the source, and without a destination a message that was sent there directly stops the move.
 */
export const createMoveTasks = ({
  clock,
  find,
  list,
  redrive,
  authorize,
}: Pick<QueueServiceDependencies, 'clock' | 'find' | 'list' | 'redrive' | 'authorize'>): Readonly<
  Record<string, JsonOperation>
> => {
  const tasks = new Map<string, readonly MoveTask[]>();
  const isDeadLetterQueue = ({ arn }: Queue): boolean =>
    list().some(({ settings }) => settings.redrive?.deadLetterArn === arn);

  return {
    StartMessageMoveTask: operation(startInput, ({ SourceArn, DestinationArn }, caller) => {
      const source = find(SourceArn);
      const destination = DestinationArn === undefined ? undefined : find(DestinationArn);
      if (!source || (DestinationArn !== undefined && !destination)) throw missing();
      authorize?.(caller, 'sqs:StartMessageMoveTask', source.arn);
      if (!isDeadLetterQueue(source))
        throw new AwsError('InvalidParameterValue', 'Source queue must be configured as a Dead Letter Queue.');
      const toMove = source.counts().available;
      const moved = redrive(source.name, destination);
      const task: MoveTask = {
        Status: moved === toMove ? 'COMPLETED' : 'FAILED',
        SourceArn,
        ...(DestinationArn === undefined ? {} : { DestinationArn }),
        ApproximateNumberOfMessagesMoved: moved,
        ApproximateNumberOfMessagesToMove: toMove,
        ...(moved === toMove ? {} : { FailureReason: 'CouldNotDetermineMessageSource' }),
        StartedTimestamp: clock.now(),
      };
      tasks.set(source.name, [task, ...(tasks.get(source.name) ?? [])].slice(0, MAX_RESULTS));
      return { TaskHandle: Buffer.from(`${randomUUID()}:${clock.now()}`).toString('base64') };
    }),
    ListMessageMoveTasks: operation(listInput, ({ SourceArn, MaxResults }, caller) => {
      const source = find(SourceArn);
      if (!source) throw missing();
      authorize?.(caller, 'sqs:ListMessageMoveTasks', source.arn);
      if (!Number.isInteger(MaxResults) || MaxResults < 1 || MaxResults > MAX_RESULTS) {
        throw new AwsError(
          'InvalidParameterValue',
          `Value ${MaxResults} for parameter MaxResults is invalid. Reason: Must be between 1 and ${MAX_RESULTS}.`,
        );
      }
      return { Results: (tasks.get(source.name) ?? []).slice(0, MaxResults) };
    }),
  };
};
