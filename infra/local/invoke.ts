/** What a function's run came to. Exactly one of `payload` and `error` is set. */
export interface InvokeResult {
  readonly payload?: unknown;
  /** As Lambda reports it: `errorType`, `errorMessage`; a time-out is `Sandbox.Timedout`. */
  readonly error?: { readonly errorType: string; readonly errorMessage: string };
  /** What the function printed during this run. */
  readonly logs: readonly string[];
}

/** Runs a function of the template, by its ARN or name, with a JSON payload. */
export type InvokeFunction = (functionName: string, payload: unknown) => Promise<InvokeResult>;
