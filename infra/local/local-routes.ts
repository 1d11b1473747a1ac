import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ConsoleOptions, createConsole } from './console/console.ts';
import { canUseConsole, FOREIGN_REQUEST, isOwnRequest } from './console/guard.ts';
import { sendAnswer } from './console/router.ts';
import type { LocalPage } from './engine.ts';

export interface LocalRoutesOptions extends ConsoleOptions {
  /** What the start is still waiting for; empty when it is complete. */
  readonly awaited: () => readonly string[];
  /** Engines' own pages, by first path segment. */
  readonly pages: Readonly<Record<string, LocalPage>>;
}

/** Path prefix of the local cloud's own pages on the site's port. */
const LOCAL_PREFIX = '/_local/';

/** Whether a request is for the local cloud itself and not for the site: `/_local` and every path in it. */
export const isLocalTarget = (target: string | undefined): boolean => /^\/_local(?:[/?]|$)/.test(target ?? '');

/** Creates the handler of `/_local/*`: the console and its page, health, and the engines' own pages. */
export const createLocalRoutes = (options: LocalRoutesOptions) => {
  const { awaited, pages } = options;
  const runConsole = createConsole(options);

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = url.pathname.slice(LOCAL_PREFIX.length);
    const [section = ''] = path.split('/');
    const foreign = { code: 'foreign_request', message: FOREIGN_REQUEST };
    if (!isOwnRequest(request)) return sendAnswer(response, 403, foreign);
    const page = Object.hasOwn(pages, section) ? pages[section] : undefined;
    if (page) return page(request, response);
    if (!canUseConsole(request)) return sendAnswer(response, 403, foreign);
    if (section === 'health') {
      const waits = awaited();
      return sendAnswer(
        response,
        waits.length === 0 ? 200 : 503,
        waits.length === 0 ? { status: 'ready' } : { status: 'starting', awaited: waits },
      );
    }
    if (await runConsole(path, url.searchParams, request, response)) return undefined;
    return sendAnswer(response, 404, { code: 'not_found', message: 'Not Found' });
  };
};
