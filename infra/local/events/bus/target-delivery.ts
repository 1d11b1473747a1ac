import type { Clock } from '../../clock.ts';
import { NotPermitted, type ServiceCaller } from '../../invoke.ts';
import { StartError } from '../../start-error.ts';
import type { AsyncInvoker } from '../async-invoke.ts';
import type { MessageAttributes } from '../queues/message-digest.ts';
import type { QueueSender } from '../queues/queue-engine.ts';

/** The target of a rule or schedule. */
export interface DeliveryTarget {
  readonly Arn: string;
  readonly RetryPolicy?: { readonly MaximumRetryAttempts?: number; readonly MaximumEventAgeInSeconds?: number };
  readonly DeadLetterConfig?: { readonly Arn?: string };
}

/** One delivery. */
export interface Delivery {
  /** What the target receives. */
  readonly input: unknown;
  /** What the dead-letter queue receives. */
  readonly original: unknown;
  /** Attributes of the dead-letter message in addition to those about the error, e.g. `RULE_ARN`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The service and resource that deliver. Absent when a role delivers, whose permissions are checked at start. */
  readonly caller?: ServiceCaller;
}

/** Why a delivery failed: the `ERROR_CODE` of EventBridge, and the retry limit that was reached. */
interface GivenUp {
  readonly code: 'NO_PERMISSIONS' | 'NO_RESOURCE' | 'SDK_CLIENT_ERROR';
  readonly condition?: 'MaximumRetryAttempts' | 'MaximumEventAgeInSeconds';
}

/** Delivers events to functions and queues. */
export interface TargetDelivery {
  /**
   * Checks a target of the template. Throws StartError when it does not exist, and passes an unknown kind to
   * `onUnknownTarget`.
   */
  check(owner: string, target: DeliveryTarget): void;
  /** Delivers with the target's retries. A failed delivery goes to its dead-letter queue. */
  deliver(target: DeliveryTarget, delivery: Delivery): void;
  stop(): void;
}

/** Dependencies of the deliveries. */
export interface TargetDeliveryOptions {
  readonly clock: Clock;
  readonly invoker: AsyncInvoker;
  readonly queues: QueueSender;
  /** Called at start for a target that is neither a function nor a queue. @default throws a StartError that names it */
  readonly onUnknownTarget?: (owner: string, targetArn: string) => void;
}

/** Defaults of a target's RetryPolicy in the EventBridge API. */
const RETRY_ATTEMPTS = 185;
const EVENT_AGE_SECONDS = 86_400;
/** EventBridge backs off exponentially. Ours starts at one second and stays within a minute. */
const backoffMs = (retries: number): number => Math.min(60_000, 1000 * 2 ** retries);

const isQueue = (arn: string): boolean => arn.startsWith('arn:aws:sqs:');
const isFunction = (arn: string): boolean => arn.startsWith('arn:aws:lambda:');

const rejectTarget = (owner: string, targetArn: string): void => {
  throw new StartError(`${owner} has the target ${targetArn}, which the local cloud does not support.`);
};

/** State of the deliveries. */
interface State {
  readonly clock: Clock;
  readonly invoker: AsyncInvoker;
  readonly queues: QueueSender;
  /** Cancel functions of the pending retries. */
  readonly retries: Set<() => void>;
}

/** One delivery with its target. */
interface Attempt {
  readonly target: DeliveryTarget;
  readonly delivery: Delivery;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Retries so far. */
  readonly retries: number;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const giveUp = (
  { queues }: State,
  { target, delivery, retries }: Attempt,
  error: unknown,
  { code, condition }: GivenUp,
): void => {
  const queue = target.DeadLetterConfig?.Arn;
  const message = messageOf(error);
  if (queue === undefined || !queues.has(queue)) {
    console.error(`An event for ${target.Arn} is lost: ${message}`);
    return;
  }
  const values = {
    ...delivery.attributes,
    TARGET_ARN: target.Arn,
    ERROR_CODE: code,
    ERROR_MESSAGE: message.slice(0, 1024) || 'Unknown',
    ...(condition === undefined ? {} : { EXHAUSTED_RETRY_CONDITION: condition }),
    RETRY_ATTEMPTS: String(retries),
  };
  const attributes: MessageAttributes = Object.fromEntries(
    Object.entries(values).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  );
  try {
    queues.sendTo(queue, { body: JSON.stringify(delivery.original), attributes }, delivery.caller);
  } catch (denial) {
    console.error(`An event for ${target.Arn} is lost: ${messageOf(denial)}`);
  }
};

/** Schedules a retry, or gives up when the target's retry policy allows none. */
const retryLater = (state: State, failed: Attempt, error: unknown): void => {
  const { clock, retries: pending } = state;
  const { target, startedAt, retries } = failed;
  const { MaximumRetryAttempts = RETRY_ATTEMPTS, MaximumEventAgeInSeconds = EVENT_AGE_SECONDS } =
    target.RetryPolicy ?? {};
  const wait = backoffMs(retries);
  if (retries >= MaximumRetryAttempts)
    return giveUp(state, failed, error, { code: 'SDK_CLIENT_ERROR', condition: 'MaximumRetryAttempts' });
  if (clock.now() + wait - startedAt > MaximumEventAgeInSeconds * 1000)
    return giveUp(state, failed, error, { code: 'SDK_CLIENT_ERROR', condition: 'MaximumEventAgeInSeconds' });
  const cancel = clock.after(wait, () => {
    pending.delete(cancel);
    void attempt(state, { ...failed, retries: retries + 1 });
  });
  pending.add(cancel);
};

const attempt = async (state: State, current: Attempt): Promise<void> => {
  const { invoker, queues } = state;
  const { target, delivery } = current;
  try {
    if (!isQueue(target.Arn)) await invoker.invokeAsync(target.Arn, delivery.input, delivery.caller);
    else if (queues.has(target.Arn)) {
      const body = typeof delivery.input === 'string' ? delivery.input : JSON.stringify(delivery.input);
      queues.sendTo(target.Arn, { body }, delivery.caller);
    } else giveUp(state, current, `Queue ${target.Arn} does not exist`, { code: 'NO_RESOURCE' });
  } catch (error) {
    if (error instanceof NotPermitted) giveUp(state, current, error, { code: 'NO_PERMISSIONS' });
    else retryLater(state, current, error);
  }
};

/**
 * Creates the deliveries. As on AWS, a function that fails is not a failed delivery: its own retries, destination and
 * dead-letter queue apply. Only an event that cannot be delivered at all is retried here, and then sent to the target's
 * dead-letter queue.
 */
export const createTargetDelivery = ({
  clock,
  invoker,
  queues,
  onUnknownTarget = rejectTarget,
}: TargetDeliveryOptions): TargetDelivery => {
  const state: State = { clock, invoker, queues, retries: new Set() };
  return {
    check(owner, target) {
      const deadLetter = target.DeadLetterConfig?.Arn;
      for (const arn of [target.Arn, deadLetter ?? '']) {
        if (isQueue(arn) && !queues.has(arn))
          throw new StartError(`${owner} names the queue ${arn}, which does not exist.`);
      }
      if (!isQueue(target.Arn) && !isFunction(target.Arn)) onUnknownTarget(owner, target.Arn);
    },
    deliver(target, delivery) {
      if (isQueue(target.Arn) || isFunction(target.Arn))
        void attempt(state, { target, delivery, startedAt: clock.now(), retries: 0 });
    },
    stop() {
      for (const cancel of state.retries) cancel();
      state.retries.clear();
    },
  };
};
