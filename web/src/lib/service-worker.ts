import { savesData } from './saves-data.ts';

const WORKER = '/sw.js';
/** Only these files are stored. */
const ASSETS = `${location.origin}/assets/`;

/**
 * Installs the service worker, which opens the application without a network. It stores the files that this page
 * loads without it too, even those that were still loading when it started. Does nothing in browsers without service
 * workers, and when the user asked to save data. Rejects when the worker can't be installed.
 */
export const installServiceWorker = async (): Promise<void> => {
  const { serviceWorker } = navigator;
  if (!serviceWorker || savesData()) return;
  const isFirst = serviceWorker.controller === null;
  await serviceWorker.register(WORKER);
  if (!isFirst) return;
  const { active } = await serviceWorker.ready;
  new PerformanceObserver((list) => {
    const files = list.getEntries().flatMap(({ name }) => (name.startsWith(ASSETS) ? [name] : []));
    if (files.length > 0) active?.postMessage(files);
  }).observe({ type: 'resource', buffered: true });
};
