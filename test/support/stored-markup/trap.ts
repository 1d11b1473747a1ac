import type { Page } from 'playwright-core';

/** A header of a response. */
interface Header {
  readonly name: string;
  readonly value: string;
}

/**
 * Records scripts that run on a page although the product did not write them, and what its content security policy
 * would block. All lists are empty for a page that shows every text as text.
 */
export interface Trap {
  /** Scripts that ran, dialogs and windows that they opened, and requests to other origins. */
  readonly runs: readonly string[];
  /** What the content security policy would block, as `<directive> <what>`. */
  readonly blocked: readonly string[];
  /** Elements that no component of the product creates: text that became markup. */
  markup(): Promise<readonly string[]>;
}

/** Replaces the policy of every document by one that reports and blocks nothing, so that payloads can run. */
const onlyReportPolicy = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const replace = async (requestId: string, responseCode: number, headers: readonly Header[]): Promise<void> => {
    const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode,
      responseHeaders: headers
        // The body is decompressed here.
        .filter(({ name }) => !/^content-(?:encoding|length)$/i.test(name))
        .map(({ name, value }) => ({
          name: /^content-security-policy$/i.test(name) ? 'content-security-policy-report-only' : name,
          value,
        })),
      body: base64Encoded ? body : Buffer.from(body).toString('base64'),
    });
  };
  session.on('Fetch.requestPaused', ({ requestId, responseStatusCode = 200, responseHeaders = [] }) => {
    const isRedirect = responseStatusCode >= 300 && responseStatusCode < 400;
    const done = isRedirect
      ? session.send('Fetch.continueRequest', { requestId })
      : replace(requestId, responseStatusCode, responseHeaders);
    done.catch(() => undefined); // The page was closed meanwhile.
  });
  // Documents only: a route of Playwright would turn the cache off.
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Response' }] });
};

/** Watches a page from before its first script. `own`: the origins that the page may send requests to. */
export const setTrap = async (page: Page, own: readonly string[]): Promise<Trap> => {
  const runs: string[] = [];
  const blocked: string[] = [];
  await onlyReportPolicy(page);
  await page.exposeFunction('_x', () => void runs.push('a payload ran'));
  await page.exposeFunction('_blocked', (what: string) => void blocked.push(what));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (globalThis as unknown as { _blocked: (what: string) => void })._blocked(`${effectiveDirective} ${blockedURI}`),
    ),
  );
  page.on('dialog', (dialog) => {
    runs.push(`${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => void runs.push(`a window ${popup.url()}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isForeign = protocol !== 'blob:' && protocol !== 'data:' && !own.includes(origin);
    if (isForeign || (protocol === 'data:' && /_x\(\)/.test(decodeURIComponent(request.url()))))
      runs.push(`a request to ${request.url()}`);
  });
  return {
    runs,
    blocked,
    markup: () =>
      page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((element) => {
            if (element.matches('iframe, object, embed, base, marquee, meta[http-equiv], math, [srcdoc], [formaction]'))
              return true;
            if (element.matches('script:not([src]), style') && element.textContent.includes('_x()')) return true;
            return [...element.attributes].some(
              ({ name, value }) =>
                /^on/.test(name) ||
                (/^(?:href|src|xlink:href|action)$/.test(name) && /^\s*(?:javascript|data:text)/i.test(value)),
            );
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      ),
  };
};
