import type { Clock } from '../../clock.ts';
import type { Authorize } from '../../iam/access.ts';
import type { Queue } from './queue.ts';

/** Dependencies of the SQS API. */
export interface QueueServiceDependencies {
  readonly clock: Clock;
  readonly find: (reference: string) => Queue | undefined;
  readonly urlOf: (name: string) => string;
  readonly list: () => readonly Queue[];
  /** Moves a dead-letter queue's messages back to their source queues, or to `destination`. Returns their number. */
  readonly redrive: (name: string, destination?: Queue) => number;
  readonly authorize?: Authorize;
}
