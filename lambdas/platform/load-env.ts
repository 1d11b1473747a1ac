import type * as z from 'zod/mini';

/**
 * The function's environment by its schema. Throws one line that names every missing or wrong variable, so that a
 * wrong template fails at the first start with its reason. Values are not printed.
 */
export const loadEnv = <S extends z.ZodMiniType>(
  schema: S,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<S> => {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const names = [...new Set(result.error.issues.map(({ path }) => String(path[0])))];
  throw new Error(`Environment variables missing or wrong: ${names.join(', ')}`);
};
