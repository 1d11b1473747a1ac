import { AwsError } from './service.ts';

/**
 * Rejects a call with a setting that the local cloud does not serve, by name, instead of ignoring it.
 * @throws AwsError with the service's code
 */
export const requireServed = (
  operation: string,
  input: Readonly<Record<string, unknown>>,
  served: readonly string[],
  code: string,
): void => {
  const unserved = Object.keys(input).find((name) => !served.includes(name) && input[name] !== undefined);
  if (unserved !== undefined) throw new AwsError(code, `The local cloud does not support ${unserved} of ${operation}`);
};
