import type { Page } from 'playwright-core';

/**
 * Records scripts that run on a page, or that would run without a content security policy. Both lists are empty for a
 * page that shows every text as text.
 */
export interface Trap {
  /** Scripts that ran, dialogs and windows that they opened, and requests to other origins. */
  readonly runs: readonly string[];
  /** Elements that no component of the product creates: text that became markup. */
  markup(): Promise<readonly string[]>;
}

/** Watches a page from before its first script. `own`: the origins that the page may send requests to. */
export const setTrap = async (page: Page, own: readonly string[], where: () => string): Promise<Trap> => {
  const runs: string[] = [];
  const record = (what: string): void => void runs.push(`${where()}: ${what}`);
  await page.exposeFunction('_x', () => record('a payload ran'));
  page.on('dialog', (dialog) => {
    record(`${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => record(`a window ${popup.url()}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'blob:' && protocol !== 'data:' && !own.includes(origin)) record(`a request to ${request.url()}`);
    if (protocol === 'data:' && /_x\(\)/.test(decodeURIComponent(request.url())))
      record(`a request to ${request.url()}`);
  });
  return {
    runs,
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
