import type { IncomingMessage } from 'node:http';

const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Why a request is rejected. */
export const FOREIGN_REQUEST = 'Only pages and tools on this machine have access';

/**
 * Whether a request names this machine as its host. A page of another site whose domain resolves to this machine (DNS
 * rebinding) still sends its own name.
 */
export const hasOwnHost = ({ headers: { host } }: Pick<IncomingMessage, 'headers'>): boolean =>
  host !== undefined && OWN_HOST.test(host);

/** Whether a request comes from this machine's own pages or tools, not from another site in the same browser. */
export const isOwnRequest = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  hasOwnHost({ headers }) &&
  (headers.origin === undefined || OWN_HOST.test(/^http:\/\/(.+)$/.exec(headers.origin)?.[1] ?? ''));

/**
 * Whether a request may use the console: from tools and from pages of this exact origin. Pages of other origins,
 * including other ports of this machine, can only link to it.
 */
export const canUseConsole = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean => {
  if (!isOwnRequest({ headers })) return false;
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host ?? ''}`) return false;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
};
