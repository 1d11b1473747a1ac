import type * as z from 'zod/mini';

/**
 * Parses the environment variables of a function. Throws one line with the names of all missing or invalid variables,
 * so that a wrong template fails at the first start. The message contains no values.
 */
export const loadEnv = <S extends z.ZodMiniType>(
  schema: S,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<S> => {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const names = [...new Set(result.error.issues.map(({ path }) => String(path[0])))];
  throw new Error(`Missing or invalid environment variables: ${names.join(', ')}`);
};
