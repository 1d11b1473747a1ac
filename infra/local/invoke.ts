/** An AWS service that acts for one of its resources: EventBridge for a rule, API Gateway for a route. */
export interface ServiceCaller {
  /** `events.amazonaws.com` */
  readonly service: string;
  /** ARN of the resource; absent when AWS sends none. */
  readonly sourceArn?: string;
  /** The external ID that the service sends when it assumes a role. */
  readonly externalId?: string | undefined;
  /** The ACL with which the service stores an object. */
  readonly acl?: string;
}

/** No permission allows the service to deliver its event; a retry would fail too. */
export class NotPermitted extends Error {}

/** The result of a function's run. Exactly one of `payload` and `error` is set. */
export interface InvokeResult {
  readonly payload?: unknown;
  /** As Lambda reports it, e.g. `Sandbox.Timedout` after a timeout. */
  readonly error?: { readonly errorType: string; readonly errorMessage: string };
  /** Lines that the function printed during this run. */
  readonly logs: readonly string[];
  /** The function did not run, because none of its permissions allows the caller. `error` describes it. */
  readonly denied?: true;
}

/**
 * Invokes a function of the template by ARN or name with a JSON payload. A calling service passes itself as `caller`,
 * and the function's permissions decide. Without a caller, it is Lambda's own poller, a deployment or the console.
 */
export type InvokeFunction = (functionName: string, payload: unknown, caller?: ServiceCaller) => Promise<InvokeResult>;
