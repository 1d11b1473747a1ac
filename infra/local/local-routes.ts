import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError, readBody, sendJson } from './aws/service.ts';
import type { CognitoEngine } from './engines/cognito/engine.ts';
import type { Functions } from './functions/functions.ts';
import type { Mailbox } from './services/ses.ts';

/** What `/_local/*` shows. */
export interface LocalRoutesOptions {
  /** What the start still waits for; empty when it is done. */
  readonly awaited: () => readonly string[];
  readonly mailbox: Mailbox;
  readonly functions: Functions;
  readonly cognito: CognitoEngine;
  /** What passed the database's door, by operation. */
  readonly databaseCounters: () => Promise<unknown>;
}

/** Prefix of the local cloud's own pages on the site's port. */
export const LOCAL_PREFIX = '/_local/';
const JSON_TYPE = 'application/json';
/** Largest event that Lambda takes in a synchronous call, in bytes. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** Whether a request comes from this machine's own pages or tools, and not from some site in the same browser. */
export const isOwnRequest = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => {
  const hosts = [headers.host, ...(headers.origin === undefined ? [] : [/^http:\/\/(.+)$/.exec(headers.origin)?.[1]])];
  return hosts.every((host) => host !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host));
};

/** Makes the handler of `/_local/*`: health, mail, calls of the database, functions by hand, and the user pool's API. */
export const createLocalRoutes = ({ awaited, mailbox, functions, cognito, databaseCounters }: LocalRoutesOptions) => {
  const invoke = async (name: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return sendJson(response, 405, { message: 'Use POST' }, JSON_TYPE, { allow: 'POST' });
    if (!functions.find(name)) return sendJson(response, 404, { message: `There is no function ${name}` }, JSON_TYPE);
    try {
      const text = (await readBody(request, MAX_EVENT_BYTES)).toString('utf8');
      const { payload, error, logs } = await functions.invoke(name, text === '' ? {} : (JSON.parse(text) as unknown));
      return sendJson(response, 200, { payload: payload ?? null, error: error ?? null, logs }, JSON_TYPE);
    } catch (error) {
      if (error instanceof SyntaxError) return sendJson(response, 400, { message: 'The event is no JSON' }, JSON_TYPE);
      if (error instanceof AwsError) return sendJson(response, error.status, { message: error.message }, JSON_TYPE);
      throw error;
    }
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [section = '', ...rest] = url.pathname.slice(LOCAL_PREFIX.length).split('/');
    if (!isOwnRequest(request)) return sendJson(response, 403, { message: 'For pages and tools of this machine only' }, JSON_TYPE);
    if (section === 'cognito') return cognito.handleHttp(request, response);
    if (section === 'health') {
      const waits = awaited();
      return sendJson(response, waits.length === 0 ? 200 : 503, waits.length === 0 ? { status: 'ready' } : { status: 'starting', awaited: waits }, JSON_TYPE);
    }
    if (section === 'mail') return sendJson(response, 200, mailbox.list({ to: url.searchParams.get('to') ?? undefined }), JSON_TYPE);
    if (section === 'database') return sendJson(response, 200, await databaseCounters(), JSON_TYPE);
    if (section === 'invoke') return invoke(rest.join('/'), request, response);
    return sendJson(response, 404, { message: 'Not Found' }, JSON_TYPE);
  };
};
