import type { ConsoleMessage } from 'playwright-core';

/** Warnings and errors in the console that are no fault of a screen: whether a message with a text is one. */
const allowed: Readonly<Record<string, (text: string, path: string) => boolean>> = {
  'the content security policy, which only reports in the walk': (text) => text.includes('Content Security Policy'),
  // Chromium treats pages that a test answers itself as pages of the internet.
  'the live channel of a page that the walk answers itself': (text) =>
    text.startsWith('WebSocket connection') && text.includes('ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS'),
  'the service worker, which tests switch off': (text) => text.includes('Service Worker registration blocked'),
  'a request for data that was denied or cut off, which the screen shows': (text, path) =>
    text.startsWith('Failed to load resource:') && /^\/(?:api|media|posters|uploads)\//.test(path),
};

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');

/** Whether a message in the console of a page is a warning or an error that the product must not cause. */
export const isComplaint = (message: ConsoleMessage): boolean =>
  ['warning', 'error'].includes(message.type()) &&
  !Object.values(allowed).some((isAllowed) => isAllowed(message.text(), pathOf(message.location().url)));
