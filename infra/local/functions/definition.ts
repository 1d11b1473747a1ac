/** A function of the template, resolved. */
export interface FunctionDefinition {
  /** Physical name. */
  readonly name: string;
  /** Folder in `lambdas/api` or `lambdas/workers`; developers use it as the function's name. */
  readonly folder: string;
  readonly arn: string;
  /** Folder of the bundle. */
  readonly directory: string;
  /** `<file>.<export>`. */
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** Environment variables of the template only. */
  readonly environment: Readonly<Record<string, string>>;
  /** ARN of the role whose policies decide the function's calls. */
  readonly roleArn: string;
  /** Maximum number of environments, if the template reserves one. */
  readonly reservedConcurrency?: number;
  /** Queue for asynchronous events that failed every attempt. */
  readonly deadLetterArn?: string;
}

/** Run counts and durations of a function. Times in milliseconds. */
export interface FunctionStats {
  readonly invocations: number;
  readonly errors: number;
  readonly coldStarts: number;
  readonly lastInitMs: number;
  readonly lastDurationMs: number;
  /** Environments running now. */
  readonly environments: number;
}
