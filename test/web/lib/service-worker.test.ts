/** @jest-environment jest-fixed-jsdom */
import { installServiceWorker } from '../../../web/src/lib/service-worker.ts';

/** A browser with a service worker that controls the page or not. `load` reports files that finished loading. */
const stubBrowser = (controller: object | null) => {
  const stored: string[] = [];
  const active = { postMessage: (files: readonly string[]) => void stored.push(...files) };
  let load: (...names: readonly string[]) => void = () => undefined;
  class FakeObserver {
    constructor(report: (list: { readonly getEntries: () => readonly { readonly name: string }[] }) => void) {
      load = (...names) => report({ getEntries: () => names.map((name) => ({ name })) });
    }
    observe(): void {
      load(`${location.origin}/assets/before-12345678.js`, `${location.origin}/api/me`);
    }
  }
  Object.assign(globalThis, { PerformanceObserver: FakeObserver });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { controller, register: async () => undefined, ready: Promise.resolve({ active }) },
  });
  return { stored, load: (name: string) => load(name) };
};

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PerformanceObserver');
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('stores the files of the first page, also those that finish loading later, and nothing else', async () => {
  const { stored, load } = stubBrowser(null);
  await installServiceWorker();
  expect(stored).toEqual([`${location.origin}/assets/before-12345678.js`]);
  load(`${location.origin}/assets/late-12345678.css`);
  load('https://elsewhere.example/assets/other-12345678.js');
  expect(stored.slice(1)).toEqual([`${location.origin}/assets/late-12345678.css`]);
});

it('leaves the files of a page that the worker controls to the worker', async () => {
  const { stored } = stubBrowser({});
  await installServiceWorker();
  expect(stored).toEqual([]);
});
