import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError, readBody } from './aws/service.ts';
import { type ConsoleOptions, createConsole } from './console/console.ts';
import { isOwnRequest, mayUseConsole } from './console/guard.ts';
import { sendAnswer } from './console/router.ts';
import type { CognitoEngine } from './engines/cognito/engine.ts';

export interface LocalRoutesOptions extends ConsoleOptions {
  /** What the start is still waiting for; empty when it is complete. */
  readonly awaited: () => readonly string[];
  readonly cognito: CognitoEngine;
  /** Database calls so far, by operation. */
  readonly databaseCounters: () => Promise<unknown>;
}

/** Path prefix of the local cloud's own pages on the site's port. */
const LOCAL_PREFIX = '/_local/';
/** Maximum event size of a synchronous Lambda call, in bytes. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** Whether a request is for the local cloud itself and not for the site: `/_local` and every path in it. */
export const isLocalTarget = (target: string | undefined): boolean => /^\/_local(?:[/?]|$)/.test(target ?? '');

/**
 * Creates the handler of `/_local/*`: the console and its page, health, mail, database calls, function invocations and
 * the user pool's API.
 */
export const createLocalRoutes = (options: LocalRoutesOptions) => {
  const { awaited, mailbox, cloud, cognito, databaseCounters, faults } = options;
  const { functions } = cloud;
  const runConsole = createConsole(options);

  const invoke = async (name: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST')
      return sendAnswer(response, 405, { code: 'method_not_allowed', message: 'Use POST' }, { allow: 'POST' });
    if (!functions.find(name))
      return sendAnswer(response, 404, { code: 'function_not_found', message: `Function ${name} does not exist` });
    try {
      const text = (await readBody(request, MAX_EVENT_BYTES)).toString('utf8');
      const { payload, error, logs } = await functions.invoke(name, text === '' ? {} : (JSON.parse(text) as unknown));
      return sendAnswer(response, 200, { payload: payload ?? null, error: error ?? null, logs });
    } catch (error) {
      if (error instanceof SyntaxError)
        return sendAnswer(response, 400, { code: 'malformed_json', message: 'The event is not valid JSON' });
      if (error instanceof AwsError)
        return sendAnswer(response, error.status, { code: 'event_too_large', message: error.message });
      throw error;
    }
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = url.pathname.slice(LOCAL_PREFIX.length);
    const [section = '', ...rest] = path.split('/');
    const foreign = { code: 'foreign_request', message: 'Only pages and tools on this machine have access' };
    if (!isOwnRequest(request)) return sendAnswer(response, 403, foreign);
    if (section === 'cognito') {
      // The browser's sign-in bypasses the dispatcher. Public keys are a document, not an API call.
      if (request.method === 'POST' && (await faults.interfere('cognito-idp', request, response))) return undefined;
      return cognito.handleHttp(request, response);
    }
    if (!mayUseConsole(request)) return sendAnswer(response, 403, foreign);
    if (section === 'health') {
      const waits = awaited();
      return sendAnswer(
        response,
        waits.length === 0 ? 200 : 503,
        waits.length === 0 ? { status: 'ready' } : { status: 'starting', awaited: waits },
      );
    }
    if (section === 'mail')
      return sendAnswer(response, 200, mailbox.list({ to: url.searchParams.get('to') ?? undefined }));
    if (section === 'database') return sendAnswer(response, 200, await databaseCounters());
    if (section === 'invoke') return invoke(rest.join('/'), request, response);
    if (await runConsole(path, url.searchParams, request, response)) return undefined;
    return sendAnswer(response, 404, { code: 'not_found', message: 'Not Found' });
  };
};
