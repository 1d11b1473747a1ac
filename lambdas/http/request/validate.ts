import * as z from 'zod/mini';
import { en } from 'zod/locales';
import { AppError } from '../../domain/app-error.ts';
import type { Step } from '../state.ts';

/** Maximum number of issues in a response. Enough for a form, and limits the response to a hostile body. */
const MAX_ISSUES = 50;
/** Maximum length of a path or message. They can contain field names that the caller chose. */
const MAX_MESSAGE = 200;

type Issue = { readonly path: string; readonly message: string };

/** Issues with their paths. For a union, those of the closest branch, because "Invalid input" is not helpful. */
const flatten = (issues: readonly z.core.$ZodIssue[], prefix: readonly PropertyKey[]): Issue[] =>
  issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    const branches = issue.code === 'invalid_union' ? issue.errors : [];
    const nearest = [...branches].sort((a, b) => distance(a) - distance(b))[0];
    if (nearest && nearest.length > 0) return flatten(nearest, path);
    return [{ path: path.join('.').slice(0, MAX_MESSAGE), message: issue.message.slice(0, MAX_MESSAGE) }];
  });

/**
 * How far a union branch is from the input. A wrong literal (such as `action`) means that another branch was intended.
 */
const distance = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce((sum, { code }) => sum + (code === 'invalid_value' ? 100 : 1), 0);

/**
 * Validates path parameters, query and body with the contract's schemas. Unknown fields are rejected (strict objects),
 * and defaults are filled in. Throws `validation_failed` with the issues of all three parts.
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
