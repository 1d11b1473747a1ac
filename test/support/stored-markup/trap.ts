import type { Page } from 'playwright-core';

/** What ran, or would have without a content security policy; empty for a page that shows every text as text. */
export interface Trap {
  /** Scripts that ran, dialogs that they opened, requests and windows to elsewhere. */
  readonly runs: readonly string[];
  /** Elements that no component of ours makes: text that became markup. */
  markup(): Promise<readonly string[]>;
}

/** Watches a page from before its first script on. `own` are the origins that it may ask. */
export const setTrap = async (page: Page, own: readonly string[], where: () => string): Promise<Trap> => {
  const runs: string[] = [];
  const note = (what: string): void => void runs.push(`${where()}: ${what}`);
  await page.exposeFunction('_x', () => note('a payload ran'));
  page.on('dialog', (dialog) => {
    note(`${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => note(`a window ${popup.url()}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'blob:' && protocol !== 'data:' && !own.includes(origin)) note(`a request to ${request.url()}`);
    if (protocol === 'data:' && /_x\(\)/.test(decodeURIComponent(request.url()))) note(`a request of ${request.url()}`);
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
