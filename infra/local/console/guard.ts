import type { IncomingMessage } from 'node:http';

const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Whether a request comes from this machine's own pages or tools, and not from some site in the same browser. */
export const isOwnRequest = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => {
  const hosts = [headers.host, ...(headers.origin === undefined ? [] : [/^http:\/\/(.+)$/.exec(headers.origin)?.[1]])];
  // A site that points its own name at this machine sends that name as the host.
  return hosts.every((host) => host !== undefined && OWN_HOST.test(host));
};

/**
 * Whether the console may answer: tools, and pages of this very origin. A page of another origin may do no more than
 * link to it, and one on another port of this machine is another origin too.
 */
export const mayUseConsole = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean => {
  if (!isOwnRequest({ headers })) return false;
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host ?? ''}`) return false;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
};
