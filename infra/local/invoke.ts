/** An AWS service that acts for one of its resources: EventBridge for a rule, API Gateway for a route. */
export interface ServiceCaller {
  /** `events.amazonaws.com` */
  readonly service: string;
  /** ARN of the resource; absent where AWS names none. */
  readonly sourceArn?: string;
}

/** Nothing lets the service hand over its event; trying again would not help. */
export class NotPermitted extends Error {}

/** What a function's run came to. Exactly one of `payload` and `error` is set. */
export interface InvokeResult {
  readonly payload?: unknown;
  /** As Lambda reports it: `errorType`, `errorMessage`; a time-out is `Sandbox.Timedout`. */
  readonly error?: { readonly errorType: string; readonly errorMessage: string };
  /** What the function printed during this run. */
  readonly logs: readonly string[];
  /** The function did not run: none of its permissions names the caller. `error` says so. */
  readonly refused?: true;
}

/**
 * Runs a function of the template, by its ARN or name, with a JSON payload. A service that calls names itself, and the
 * function's permissions judge it; without a caller it is Lambda's own poller, a deployment or a person at the console.
 */
export type InvokeFunction = (functionName: string, payload: unknown, caller?: ServiceCaller) => Promise<InvokeResult>;
