import * as z from 'zod/mini';
import { en } from 'zod/locales';
import { AppError } from '../domain/app-error.ts';
import type { Step } from './state.ts';

/** Issues that an answer names at most: enough for a form, and a hostile body cannot blow the answer up. */
const MAX_ISSUES = 50;
/** Characters of one message: it may quote a field name that the caller chose. */
const MAX_MESSAGE = 200;

type Issue = { readonly path: string; readonly message: string };

/** Issues with their path. Of a union the branch that came nearest is told, because "Invalid input" helps nobody. */
const flatten = (issues: readonly z.core.$ZodIssue[], prefix: readonly PropertyKey[]): Issue[] =>
  issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    const branches = issue.code === 'invalid_union' ? issue.errors : [];
    const nearest = [...branches].sort((a, b) => distance(a) - distance(b))[0];
    if (nearest && nearest.length > 0) return flatten(nearest, path);
    return [{ path: path.join('.').slice(0, MAX_MESSAGE), message: issue.message.slice(0, MAX_MESSAGE) }];
  });

/** How far a branch of a union is from the input: a wrong literal (`action`) means another call was meant. */
const distance = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce((sum, { code }) => sum + (code === 'invalid_value' ? 100 : 1), 0);

/**
 * Checks path parameters, query and body by the contract's schemas; what they leave out is refused (strict objects),
 * what they default is filled in. Throws `validation_failed` with every issue of the three parts.
 */
export const validate = (): Step => {
  z.config(en());
  return {
    before({ event, internal }) {
      const endpoint = internal.route?.endpoint;
      const issues: Issue[] = [];
      const check = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
        if (!schema) return undefined;
        const result = schema.safeParse(value);
        if (result.success) return result.data;
        issues.push(...flatten(result.error.issues, []));
        return undefined;
      };
      const params = check(endpoint?.params, event.pathParameters ?? {});
      const query = check(endpoint?.query, event.queryStringParameters ?? {});
      const body = check(endpoint?.body, internal.body);
      if (issues.length > 0) throw new AppError('validation_failed', undefined, issues.slice(0, MAX_ISSUES));
      internal.input = { params, query, body };
    },
  };
};
