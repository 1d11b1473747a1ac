import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../../aws/service.ts';
import { FOREIGN_REQUEST, hasOwnHost } from '../../../console/guard.ts';
import type { StripeAccount } from '../account.ts';
import { StripeApiError } from '../errors.ts';
import { type PageAnswer, type PageCall, show } from './answers.ts';
import { checkoutPage } from './checkout-page.ts';
import { html, STYLE } from './html.ts';
import { invoicePageOf } from './invoice-page.ts';
import { portalPage } from './portal-page.ts';

const MAX_FORM = 16 * 1024;

/** Pages by the start of their path. */
const PAGES: readonly (readonly [RegExp, (call: PageCall) => PageAnswer | undefined])[] = [
  [/^\/c\/pay\/(\w+)(?:\/([a-z-]+))?$/, checkoutPage],
  [/^\/p\/session\/(\w+)(?:\/([a-z-]+))?$/, portalPage],
  [/^\/i\/(\w+)(?:\/([a-z-]+))?$/, invoicePageOf],
];

const notFound = (): PageAnswer =>
  show(
    'Not found',
    html`<h1>This page does not exist</h1>
      <p>The link is wrong, or the local Stripe has lost its data.</p>`,
    [],
    404,
  );

const policyOf = (targets: readonly string[]): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...new Set(targets)].join(' '),
  ].join('; ');

const send = (account: StripeAccount, response: ServerResponse, answer: PageAnswer): void => {
  const { openerPolicy } = account.state.settings;
  const opener = openerPolicy === 'none' ? {} : { 'cross-origin-opener-policy': openerPolicy };
  if (answer.kind === 'redirect') {
    response.writeHead(303, { location: answer.to, 'cache-control': 'no-store', ...opener }).end();
    return;
  }
  response.writeHead(answer.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(answer.body),
    'cache-control': 'no-store',
    'content-security-policy': policyOf(answer.formTargets),
    // `no-referrer` would hide the origin of form posts, by which they are checked.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...opener,
  });
  response.end(answer.body);
};

/** Whether a form was sent by these pages. */
const isOwnForm = (request: IncomingMessage, account: StripeAccount): boolean =>
  request.headers.origin === undefined || request.headers.origin === account.origin;

/** Creates the handler of the hosted pages: HTML forms without scripts. */
export const createPages = ({ account, save }: { account: StripeAccount; save: () => Promise<void> }) => {
  const answerOf = async (request: IncomingMessage, path: string, query: URLSearchParams): Promise<PageAnswer> => {
    const [route, match] = PAGES.map(([pattern, find]) => [find, pattern.exec(path)] as const).find(
      ([, found]) => found !== null,
    ) ?? [undefined, null];
    const posts = request.method === 'POST';
    const body = posts ? (await readBody(request, MAX_FORM)).toString('utf8') : undefined;
    const form = body === undefined ? undefined : new URLSearchParams(body);
    try {
      const answer = route?.({ account, id: match?.[1] ?? '', action: match?.[2] ?? '', query, form });
      if (posts) await save();
      return answer ?? notFound();
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
      const content = html`<h1>This did not work</h1>
        <p class="alert" role="alert">${error.message}</p>`;
      return show('Problem', content, [], error.status);
    }
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://local');
    if (!hasOwnHost(request) || (request.method === 'POST' && !isOwnForm(request, account))) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`${FOREIGN_REQUEST}\n`);
      return;
    }
    if (url.pathname === '/style.css') {
      response.writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }).end(STYLE);
      return;
    }
    send(account, response, await answerOf(request, url.pathname, url.searchParams));
  };
};
