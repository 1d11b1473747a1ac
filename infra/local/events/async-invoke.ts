import { randomUUID } from 'node:crypto';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/service.ts';
import type { Clock } from '../clock.ts';
import { type InvokeFunction, type InvokeResult, NotPermitted, type ServiceCaller } from '../invoke.ts';
import type { QueueSender } from './queues/queue-engine.ts';
import type { OutgoingMessage } from './queues/queue.ts';

/** The template's settings for a function's asynchronous invocations; all are optional. */
export interface AsyncSettings {
  /** `MaximumRetryAttempts` of `AWS::Lambda::EventInvokeConfig`, 0 to 2. @default 2 */
  readonly maximumRetryAttempts?: number;
  /** Queue ARN of the function's own `DeadLetterConfig`. */
  readonly deadLetterArn?: string;
  /** Queue ARN of `DestinationConfig.OnFailure`. */
  readonly onFailureArn?: string;
}

export interface AsyncInvokerOptions {
  readonly clock: Clock;
  readonly invoke: InvokeFunction;
  readonly queues: QueueSender;
  readonly settingsOf?: (functionName: string) => AsyncSettings;
  /**
   * Delay before each retry. Lambda waits one and two minutes; the default is shorter, because a developer waits for
   * it.
   */
  readonly retryDelaysMs?: readonly number[];
}

/** Lambda's asynchronous invocation: accepts events, retries, and sends failed events to a queue. */
export interface AsyncInvoker {
  /**
   * Accepts an event from a service, or from a caller that no permission restricts. Resolves after the first attempt.
   * @throws NotPermitted when no permission of the function allows the service; Error when the function does not exist
   */
  invokeAsync(functionName: string, payload: unknown, caller?: ServiceCaller): Promise<void>;
  /** Number of invocations that are running or waiting for a retry. */
  pending(): number;
  stop(): void;
}

const RETRY_DELAYS_MS = [1000, 2000];

/** The ARN of a function from its ARN or name. */
export const functionArn = (reference: string): string =>
  reference.startsWith('arn:') ? reference : `arn:aws:lambda:${LOCAL_REGION}:${LOCAL_ACCOUNT}:function:${reference}`;

/** The message that Lambda sends to a function's dead-letter queue. */
const deadLetter = (requestId: string, payload: unknown, result: InvokeResult): OutgoingMessage => ({
  body: JSON.stringify(payload),
  attributes: {
    RequestID: { DataType: 'String', StringValue: requestId },
    ErrorCode: { DataType: 'Number', StringValue: '200' },
    ErrorMessage: { DataType: 'String', StringValue: (result.error?.errorMessage || 'Unknown').slice(0, 1024) },
  },
});

/** The record that Lambda sends to a destination on failure. */
const failureRecord = (
  functionName: string,
  requestId: string,
  timestamp: string,
  requestPayload: unknown,
  result: InvokeResult,
  attempts: number,
): Readonly<Record<string, unknown>> => ({
  version: '1.0',
  timestamp,
  requestContext: {
    requestId,
    functionArn: `${functionArn(functionName)}:$LATEST`,
    condition: 'RetriesExhausted',
    approximateInvokeCount: attempts,
  },
  requestPayload,
  responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
  responsePayload: result.error,
});

/**
 * Whether the function does not exist. A function's own error may have the same type, so the message is checked too.
 */
const isMissing = ({ error }: InvokeResult): boolean =>
  error?.errorType === 'ResourceNotFoundException' && error.errorMessage.startsWith('Function not found');

/** Creates the invoker. Retries follow `clock`; it is idle in between. */
export const createAsyncInvoker = ({
  clock,
  invoke,
  queues,
  settingsOf = () => ({}),
  retryDelaysMs = RETRY_DELAYS_MS,
}: AsyncInvokerOptions): AsyncInvoker => {
  const pendingRetries = new Set<() => void>();
  let running = 0;
  let stopped = false;

  const giveUp = (functionName: string, payload: unknown, result: InvokeResult, attempts: number): void => {
    const { deadLetterArn, onFailureArn } = settingsOf(functionName);
    const requestId = randomUUID();
    try {
      if (deadLetterArn !== undefined) queues.sendTo(deadLetterArn, deadLetter(requestId, payload, result));
      if (onFailureArn === undefined) return;
      const at = new Date(clock.now()).toISOString();
      queues.sendTo(onFailureArn, {
        body: JSON.stringify(failureRecord(functionName, requestId, at, payload, result, attempts)),
      });
    } catch (error) {
      console.error(`The failed event of ${functionName} is lost: ${String(error)}`);
    }
  };

  const attempt = async (
    functionName: string,
    payload: unknown,
    attempts: number,
    caller?: ServiceCaller,
  ): Promise<void> => {
    running += 1;
    let result: InvokeResult;
    try {
      result = await invoke(functionName, payload, caller);
    } finally {
      running -= 1;
    }
    if (result.denied) throw new NotPermitted(result.error?.errorMessage);
    if (isMissing(result)) throw new Error(result.error?.errorMessage);
    if (!result.error || stopped) return;
    if (attempts > (settingsOf(functionName).maximumRetryAttempts ?? 2)) {
      giveUp(functionName, payload, result, attempts);
      return;
    }
    const retry = (): void => {
      pendingRetries.delete(cancel);
      attempt(functionName, payload, attempts + 1).catch((error: unknown) => {
        giveUp(
          functionName,
          payload,
          { error: { errorType: 'Error', errorMessage: String(error) }, logs: [] },
          attempts + 1,
        );
      });
    };
    const cancel = clock.after(retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? 0, retry);
    pendingRetries.add(cancel);
  };

  return {
    // The permission is checked when the event is accepted; retries are Lambda's own.
    invokeAsync: (functionName, payload, caller) => attempt(functionName, payload, 1, caller),
    pending: () => running + pendingRetries.size,
    stop() {
      stopped = true;
      for (const cancel of pendingRetries) cancel();
      pendingRetries.clear();
    },
  };
};
