import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// Screens load through `import()`, which compiles them first when the cache is cold.
configure({ asyncUtilTimeout: 60_000 });

if (typeof window !== 'undefined') {
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
}

afterEach(() => {
  if (typeof window === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
});
