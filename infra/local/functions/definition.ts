/** A function of the template, resolved. */
export interface FunctionDefinition {
  /** Physical name. */
  readonly name: string;
  /** Folder under `lambdas/api` or `lambdas/workers`: the name that people use. */
  readonly folder: string;
  readonly arn: string;
  /** Folder of the bundle. */
  readonly directory: string;
  /** `<file>.<export>`. */
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** The variables of the template, nothing else. */
  readonly environment: Readonly<Record<string, string>>;
  /** ARN of the role whose policies judge the function's calls. */
  readonly roleArn: string;
  /** Environments at most, when the template reserves a number. */
  readonly reservedConcurrency?: number;
  /** Where events of asynchronous calls go after their last try. */
  readonly deadLetterArn?: string;
}

/** How often and how fast a function ran. Times in milliseconds. */
export interface FunctionStats {
  readonly invocations: number;
  readonly errors: number;
  readonly coldStarts: number;
  readonly lastInitMs: number;
  readonly lastDurationMs: number;
  /** Environments alive now. */
  readonly environments: number;
}
