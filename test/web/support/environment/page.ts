import '@testing-library/jest-dom';
import { configure, getConfig } from '@testing-library/react';
import { makeStylesFast } from './computed-style.ts';

const { getElementError } = getConfig();
/** Whether a test waits for what it asks for: the testing library then spares other parts of its errors. */
const isWaiting = (): boolean =>
  (getConfig() as { readonly _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
configure({
  // Screens load through `import()`, which compiles them first when the cache is cold.
  asyncUtilTimeout: 60_000,
  // While a test waits, each poll would print the whole page. What the page shows is printed when the wait ends.
  getElementError: (message, container) =>
    isWaiting()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

makeStylesFast();
window.matchMedia ??= (media) =>
  ({
    matches: false,
    media,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }) as unknown as MediaQueryList;
window.scrollTo = () => undefined;
// jsdom has no canvas; axe asks for one but works without it.
HTMLCanvasElement.prototype.getContext = () => null;
// Returns a promise, as some browsers do: an effect that returns it as its cleanup breaks the screen.
Element.prototype.scrollIntoView ??= () => Promise.resolve() as never;
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => undefined;
Element.prototype.releasePointerCapture ??= () => undefined;
globalThis.ResizeObserver ??= class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
