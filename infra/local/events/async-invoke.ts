import { randomUUID } from 'node:crypto';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/service.ts';
import type { Clock } from '../clock.ts';
import { type InvokeFunction, type InvokeResult, NotPermitted, type ServiceCaller } from '../invoke.ts';
import type { QueueSender } from './queues/queue-engine.ts';
import { noJournal, type QueueJournal, type StoredMessage } from './queues/queue-journal.ts';
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
  /** Stores the events that are accepted and have not ended. @default in memory only */
  readonly journal?: QueueJournal;
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
  /** Delivers the events that the last run accepted and did not end, for example because it was killed. */
  resume(): void;
  stop(): void;
}

const RETRY_DELAYS_MS = [1000, 2000];
/**
 * Lambda's own delays, for events of the last run: the function that it killed may have left a lease, which ends
 * between the two.
 */
const LAMBDA_DELAYS_MS = [60_000, 120_000];

/** An accepted event. */
interface Accepted {
  /** In the journal. */
  readonly id: string;
  readonly functionName: string;
  readonly payload: unknown;
  readonly delaysMs: readonly number[];
}

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

/** Changes the journal. On a full disk, the event is only in memory, which fails neither it nor its caller. */
const store = (change: () => void): void => {
  try {
    change();
  } catch (error) {
    console.error(`An asynchronous event could not be stored: ${String(error)}`);
  }
};

/** Stores an event until it has ended. */
const accept = (journal: QueueJournal, now: number, event: Omit<Accepted, 'id'>): Accepted => {
  const { functionName, payload } = event;
  const id = randomUUID();
  const body = JSON.stringify({ functionName, payload });
  store(() => journal.append({ put: { id, body, attributes: {}, sentAt: now, visibleAt: now, receiveCount: 0 } }));
  return { id, ...event };
};

/** An event that the last run stored. */
const storedEvent = ({ id, body }: StoredMessage): Accepted => ({
  id,
  ...(JSON.parse(body) as Pick<Accepted, 'functionName' | 'payload'>),
  delaysMs: LAMBDA_DELAYS_MS,
});

/** Creates the invoker. Retries follow `clock`; it is idle in between. */
export const createAsyncInvoker = ({
  clock,
  invoke,
  queues,
  settingsOf = () => ({}),
  retryDelaysMs = RETRY_DELAYS_MS,
  journal = noJournal,
}: AsyncInvokerOptions): AsyncInvoker => {
  const pendingRetries = new Set<() => void>();
  const left = journal.load();
  let running = 0;
  let stopped = false;

  /** After the stop, what still runs is waited for. */
  const closeIfIdle = (): void => {
    if (stopped && running === 0) journal.close();
  };
  const end = ({ id }: Accepted): void => {
    store(() => {
      journal.append({ gone: id });
      if (running + pendingRetries.size === 0) journal.emptied();
    });
    closeIfIdle();
  };

  const giveUp = (event: Accepted, result: InvokeResult, attempts: number): void => {
    const { functionName, payload } = event;
    end(event);
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

  const run = async (event: Accepted, caller?: ServiceCaller): Promise<InvokeResult> => {
    running += 1;
    try {
      return await invoke(event.functionName, event.payload, caller);
    } finally {
      running -= 1;
    }
  };

  const attempt = async (event: Accepted, attempts: number, caller?: ServiceCaller): Promise<void> => {
    const result = await run(event, caller).catch((error: unknown) => {
      end(event);
      throw error;
    });
    if (result.denied || isMissing(result)) {
      end(event);
      throw result.denied ? new NotPermitted(result.error?.errorMessage) : new Error(result.error?.errorMessage);
    }
    if (!result.error) return end(event);
    // It is delivered again after the next start.
    if (stopped) return closeIfIdle();
    if (attempts > (settingsOf(event.functionName).maximumRetryAttempts ?? 2)) return giveUp(event, result, attempts);
    const { delaysMs } = event;
    const cancel = clock.after(delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? 0, () => {
      pendingRetries.delete(cancel);
      repeat(event, attempts + 1);
    });
    pendingRetries.add(cancel);
  };

  /** An attempt of Lambda's own, which no caller waits for. */
  const repeat = (event: Accepted, attempts: number): void => {
    attempt(event, attempts).catch((error: unknown) =>
      giveUp(event, { error: { errorType: 'Error', errorMessage: String(error) }, logs: [] }, attempts),
    );
  };

  return {
    // The permission is checked when the event is accepted; retries are Lambda's own.
    invokeAsync: (functionName, payload, caller) =>
      attempt(accept(journal, clock.now(), { functionName, payload, delaysMs: retryDelaysMs }), 1, caller),
    pending: () => running + pendingRetries.size,
    resume() {
      for (const message of left.splice(0)) repeat(storedEvent(message), 1);
    },
    stop() {
      stopped = true;
      for (const cancel of pendingRetries) cancel();
      pendingRetries.clear();
      closeIfIdle();
    },
  };
};
