/**
 * The contract in the browser: endpoints, errors, messages of the live channel. Loaded by `import()` with the first
 * call, so that visitors who make none do not download it. It contains all schemas except those in
 * `api-contract-staff.ts`.
 */
import * as z from 'zod/mini';
import { errorTable, type ErrorCode } from '../../../../lambdas/contract/errors.ts';
import { ApiError, clientError } from './api-error.ts';

export { listenerEndpoints } from '../../../../lambdas/contract/listener-endpoints.ts';
export { LIVE_PING_SECONDS, LiveMessage } from '../../../../lambdas/contract/live/live-messages.ts';

const ProblemBody = z.object({
  code: z.string(),
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  requestId: z.optional(z.string()),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorTable, code);

/** Statuses that the gateway and the CDN return themselves, without a problem body. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'validation_failed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  429: 'too_many_requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** Reads the error of a response from its problem body, otherwise from its status. */
export const apiErrorOf = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => undefined);
  const problem = ProblemBody.safeParse(body);
  if (problem.success && isErrorCode(problem.data.code)) {
    const { code, title, detail, issues, requestId } = problem.data;
    return new ApiError({
      code,
      title: title ?? errorTable[code].title,
      status: response.status,
      detail,
      issues,
      requestId,
    });
  }
  if (response.status === 413) return clientError('request_too_large', 413);
  const code = codeOfStatus[response.status] ?? 'internal_error';
  return new ApiError({ code, title: errorTable[code].title, status: response.status });
};
