import { StartError } from '../../start-error.ts';
import type { QueueSettings } from './queue.ts';

/** The resolved properties of `AWS::SQS::Queue` that have a local effect. Encryption and tags have none. */
export interface QueueProperties {
  readonly FifoQueue?: boolean;
  readonly VisibilityTimeout?: number | string;
  readonly DelaySeconds?: number | string;
  readonly MessageRetentionPeriod?: number | string;
  readonly ReceiveMessageWaitTimeSeconds?: number | string;
  readonly MaximumMessageSize?: number | string;
  readonly RedrivePolicy?: { readonly deadLetterTargetArn: string; readonly maxReceiveCount: number | string };
}

/** Limits of the CreateQueue API: default, minimum, maximum. */
const LIMITS = {
  VisibilityTimeout: [30, 0, 43_200],
  DelaySeconds: [0, 0, 900],
  MessageRetentionPeriod: [345_600, 60, 1_209_600],
  ReceiveMessageWaitTimeSeconds: [0, 0, 20],
  MaximumMessageSize: [1_048_576, 1024, 1_048_576],
} as const;

/**
 * Reads and validates a queue's properties. Throws StartError, naming the queue, for what SQS would reject or the local
 * cloud does not support.
 */
export const readQueueSettings = (properties: QueueProperties, name: string): QueueSettings => {
  if (properties.FifoQueue || name.endsWith('.fifo')) {
    throw new StartError(`Queue ${name} is a FIFO queue, which the local cloud does not support.`);
  }
  const read = (key: keyof typeof LIMITS): number => {
    const [standard, lowest, highest] = LIMITS[key];
    const value = Number(properties[key] ?? standard);
    if (!Number.isInteger(value) || value < lowest || value > highest) {
      throw new StartError(`Queue ${name}: ${key} must be an integer from ${lowest} to ${highest}.`);
    }
    return value;
  };
  const policy = properties.RedrivePolicy;
  const maxReceiveCount = Number(policy?.maxReceiveCount);
  if (policy && (!policy.deadLetterTargetArn || !(maxReceiveCount >= 1 && maxReceiveCount <= 1000))) {
    throw new StartError(
      `Queue ${name}: RedrivePolicy requires deadLetterTargetArn and maxReceiveCount from 1 to 1000.`,
    );
  }
  return {
    visibilityTimeout: read('VisibilityTimeout'),
    delaySeconds: read('DelaySeconds'),
    retentionSeconds: read('MessageRetentionPeriod'),
    waitSeconds: read('ReceiveMessageWaitTimeSeconds'),
    maximumBytes: read('MaximumMessageSize'),
    ...(policy ? { redrive: { deadLetterArn: policy.deadLetterTargetArn, maxReceiveCount } } : {}),
  };
};
