import type { Attempt, Reply } from '../../domain/security/phases/attempt.ts';
import type { Caller } from './deps.ts';

/** Milliseconds that a call may take. */
const LIMIT_MS = 10_000;

/** The code of a problem; undefined for any other body. */
const codeIn = (text: string): string | undefined => {
  try {
    const code = (JSON.parse(text) as { readonly code?: unknown } | null)?.code;
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
};

const call = (url: string, method: string, headers: Attempt['headers']): Promise<Response> =>
  fetch(url, { method, headers: { ...headers }, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });

/** Calls the site over HTTP. It never reads more of a response than a problem has. */
export const createCaller = (): Caller => ({
  async attempt({ url, method, headers }): Promise<Reply> {
    const response = await call(url, method, headers);
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') ?? false;
    const challenge = response.headers.get('www-authenticate') ?? undefined;
    if (isProblem) return { status: response.status, code: codeIn(await response.text()), challenge };
    await response.body?.cancel();
    return { status: response.status, code: undefined, challenge };
  },

  async time(url, headers) {
    const began = performance.now();
    try {
      const response = await call(url, 'GET', headers);
      await response.arrayBuffer();
      return { durationMs: performance.now() - began, isOk: response.ok };
    } catch {
      return { durationMs: performance.now() - began, isOk: false };
    }
  },
});
