import type { Clock } from '../../clock.ts';
import { NotPermitted, type ServiceCaller } from '../../invoke.ts';
import { StartError } from '../../start-error.ts';
import type { AsyncInvoker } from '../async-invoke.ts';
import type { MessageAttributes } from '../queues/message-digest.ts';
import type { QueueSender } from '../queues/queue-engine.ts';

/** What rules and schedules say about where an event goes. */
export interface DeliveryTarget {
  readonly Arn: string;
  readonly RetryPolicy?: { readonly MaximumRetryAttempts?: number; readonly MaximumEventAgeInSeconds?: number };
  readonly DeadLetterConfig?: { readonly Arn?: string };
}

/** One thing to deliver. */
export interface Delivery {
  /** What the target receives. */
  readonly input: unknown;
  /** What the dead-letter queue receives. */
  readonly original: unknown;
  /** Attributes of the dead-letter message beside those about the error, e.g. `RULE_ARN`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The service and resource in whose name it is delivered; absent where a role is, which is judged at the start. */
  readonly caller?: ServiceCaller;
}

/** Why a delivery is given up: what EventBridge writes into `ERROR_CODE`, and which limit of the retries was met. */
interface GivenUp {
  readonly code: 'NO_PERMISSIONS' | 'NO_RESOURCE' | 'SDK_CLIENT_ERROR';
  readonly condition?: 'MaximumRetryAttempts' | 'MaximumEventAgeInSeconds';
}

/** Brings events to functions and queues. */
export interface TargetDelivery {
  /**
   * Checks a target of the template. Throws StartError for one that is not there, or hands an unknown kind to
   * `onUnknownTarget`.
   */
  check(owner: string, target: DeliveryTarget): void;
  /** Delivers with the target's retries; what cannot be delivered goes to its dead-letter queue. */
  deliver(target: DeliveryTarget, delivery: Delivery): void;
  stop(): void;
}

/** What deliveries need. */
export interface TargetDeliveryOptions {
  readonly clock: Clock;
  readonly invoker: AsyncInvoker;
  readonly queues: QueueSender;
  /** Called at start for a target that is neither a function nor a queue; refuses it by name when left out. */
  readonly onUnknownTarget?: (owner: string, targetArn: string) => void;
}

/** Defaults of a target's RetryPolicy in the EventBridge API. */
const RETRY_ATTEMPTS = 185;
const EVENT_AGE_SECONDS = 86_400;
/** EventBridge backs off exponentially; ours begins at one second and stays below a minute. */
const backoffMs = (retries: number): number => Math.min(60_000, 1000 * 2 ** retries);

const isQueue = (arn: string): boolean => arn.startsWith('arn:aws:sqs:');
const isFunction = (arn: string): boolean => arn.startsWith('arn:aws:lambda:');

const refuse = (owner: string, targetArn: string): void => {
  throw new StartError(`${owner} has the target ${targetArn}, a kind that the local cloud does not serve.`);
};

/**
 * Makes deliveries. As in AWS, a function that fails is not a failed delivery: its own retries, destination and
 * dead-letter queue see to it. Only what cannot be handed over at all is retried here and given up to the target's
 * queue.
 */
export const createTargetDelivery = ({
  clock,
  invoker,
  queues,
  onUnknownTarget = refuse,
}: TargetDeliveryOptions): TargetDelivery => {
  const waiting = new Set<() => void>();

  const giveUp = (
    target: DeliveryTarget,
    delivery: Delivery,
    error: unknown,
    { code, condition }: GivenUp,
    retries: number,
  ): void => {
    const queue = target.DeadLetterConfig?.Arn;
    const message = error instanceof Error ? error.message : String(error);
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
    } catch (refusal) {
      console.error(
        `An event for ${target.Arn} is lost: ${refusal instanceof Error ? refusal.message : String(refusal)}`,
      );
    }
  };

  const attempt = async (
    target: DeliveryTarget,
    delivery: Delivery,
    startedAt: number,
    retries: number,
  ): Promise<void> => {
    try {
      if (!isQueue(target.Arn)) await invoker.invokeAsync(target.Arn, delivery.input, delivery.caller);
      else if (queues.has(target.Arn)) {
        queues.sendTo(
          target.Arn,
          { body: typeof delivery.input === 'string' ? delivery.input : JSON.stringify(delivery.input) },
          delivery.caller,
        );
      } else giveUp(target, delivery, `There is no queue ${target.Arn}`, { code: 'NO_RESOURCE' }, retries);
    } catch (error) {
      if (error instanceof NotPermitted) return giveUp(target, delivery, error, { code: 'NO_PERMISSIONS' }, retries);
      const { MaximumRetryAttempts = RETRY_ATTEMPTS, MaximumEventAgeInSeconds = EVENT_AGE_SECONDS } =
        target.RetryPolicy ?? {};
      const wait = backoffMs(retries);
      if (retries >= MaximumRetryAttempts)
        return giveUp(
          target,
          delivery,
          error,
          { code: 'SDK_CLIENT_ERROR', condition: 'MaximumRetryAttempts' },
          retries,
        );
      if (clock.now() + wait - startedAt > MaximumEventAgeInSeconds * 1000) {
        return giveUp(
          target,
          delivery,
          error,
          { code: 'SDK_CLIENT_ERROR', condition: 'MaximumEventAgeInSeconds' },
          retries,
        );
      }
      const cancel = clock.after(wait, () => {
        waiting.delete(cancel);
        void attempt(target, delivery, startedAt, retries + 1);
      });
      waiting.add(cancel);
    }
  };

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
      if (isQueue(target.Arn) || isFunction(target.Arn)) void attempt(target, delivery, clock.now(), 0);
    },
    stop() {
      for (const cancel of waiting) cancel();
      waiting.clear();
    },
  };
};
