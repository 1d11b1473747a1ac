import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { render, screen } from '@testing-library/react';
import { LoadingState } from '../../../web/src/ui/feedback/loading-state.tsx';
import { repositoryRoot } from '../../support/source-tree.ts';
import { axeViolations } from '../support/axe.ts';

const read = (...path: string[]) => readFileSync(join(repositoryRoot, 'web', ...path), 'utf8');
const template = new DOMParser().parseFromString(read('index.html'), 'text/html');
const startPage = () => template.getElementById('root')?.innerHTML ?? '';

/** Runs the startup script in this document. Returns the pauses after which it reloads the page. */
const start = ({ light = false, random = 0 } = {}) => {
  const timers: { readonly ms: number; readonly task: () => void }[] = [];
  const listeners: [string, EventListener, boolean | undefined][] = [];
  const reload = jest.fn();
  runInNewContext(read('startup', 'startup.js'), {
    document,
    localStorage,
    sessionStorage,
    navigator,
    location: { reload },
    Math: {
      ...Object.fromEntries(Object.getOwnPropertyNames(Math).map((name) => [name, Reflect.get(Math, name)])),
      random: () => random,
    },
    matchMedia: () => ({ matches: light }),
    HTMLScriptElement,
    HTMLLinkElement,
    setTimeout: (task: () => void, ms: number) => void timers.push({ task, ms }),
    addEventListener: (type: string, listener: EventListener, capture?: boolean) => {
      listeners.push([type, listener, capture]);
      window.addEventListener(type, listener, capture);
    },
  });
  const stop = () => listeners.forEach((listener) => window.removeEventListener(...listener));
  return { timers, reload, stop };
};

const fail = (tag: 'script' | 'link' | 'img', properties: object) => {
  const element = Object.assign(document.createElement(tag), properties);
  document.head.append(element);
  element.dispatchEvent(new Event('error'));
  element.remove();
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.body.innerHTML = startPage();
});

describe('the page before the application has started', () => {
  it('looks and reads like the loading state that replaces it', async () => {
    const ours = (html: string) => html.replaceAll(/>\s+</g, '><').replace(' id="start-status"', '').trim();
    const { container } = render(<LoadingState />);
    expect(ours(startPage())).toBe(ours(container.innerHTML));
    expect(await axeViolations()).toEqual([]);
  });

  it.each([
    [null, false, 'dark'],
    [null, true, 'light'],
    ['light', false, 'light'],
    ['dark', true, 'dark'],
    ['broken', true, 'light'],
  ] as const)('with the choice %s on a device with light=%s is %s', (choice, light, expected) => {
    if (choice) localStorage.setItem('soundstage.theme', choice);
    const { stop } = start({ light });
    expect(document.documentElement.dataset['theme']).toBe(expected);
    stop();
  });

  it('uses the colors of the tokens for the browser around it', () => {
    const colors = [...template.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.getAttribute('content'));
    const backgrounds = [...read('src', 'styles', 'tokens.css').matchAll(/--bg: (#\w+);/g)].map(([, color]) => color);
    expect(colors).toEqual(backgrounds);
  });
});

describe('an application that cannot be downloaded', () => {
  it.each([
    ['script', { type: 'module' }],
    ['link', { rel: 'stylesheet' }],
  ] as const)('says so after a failed %s, and reloads after a pause', (tag, properties) => {
    const { timers, reload, stop } = start();
    fail(tag, properties);
    fail(tag, properties);
    expect(screen.getByRole('status')).toHaveTextContent("This page can't be downloaded. Trying again soon...");
    expect(timers).toHaveLength(1);
    timers[0]?.task();
    expect(reload).toHaveBeenCalledTimes(1);
    stop();
  });

  it('waits longer after each failure, up to a minute, and half of it is random', () => {
    const pauses = [1, 1, 1, 1, 1, 0].map((random) => {
      const { timers, stop } = start({ random });
      fail('script', { type: 'module' });
      stop();
      return timers[0]?.ms;
    });
    expect(pauses).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 30_000]);
  });

  it('keeps waiting longer while only a style sheet is missing, and starts over once everything loaded', () => {
    const visit = (...missing: readonly string[]) => {
      const { timers, stop } = start({ random: 1 });
      missing.forEach((rel) => fail('link', { rel }));
      window.dispatchEvent(new Event('load'));
      stop();
      return timers[0]?.ms;
    };
    expect([visit('stylesheet'), visit('stylesheet'), visit('stylesheet')]).toEqual([4_000, 8_000, 16_000]);
    expect([visit(), visit('stylesheet')]).toEqual([undefined, 4_000]);
  });

  it('does not replace the page while the device is offline', () => {
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { timers, reload, stop } = start();
    fail('script', { type: 'module' });
    timers[0]?.task();
    expect(reload).not.toHaveBeenCalled();
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    expect(reload).toHaveBeenCalledTimes(1);
    stop();
    online.mockRestore();
  });

  it('reloads as soon as the device is online again', () => {
    const { reload, stop } = start();
    fail('script', { type: 'module' });
    window.dispatchEvent(new Event('online'));
    expect(reload).toHaveBeenCalledTimes(1);
    stop();
  });

  it('ignores pictures and files that are only prefetched', () => {
    const { timers, stop } = start();
    fail('img', {});
    fail('link', { rel: 'modulepreload' });
    fail('script', {});
    expect(timers).toEqual([]);
    stop();
  });
});
