import { savesData } from './saves-data.ts';

const WORKER = '/sw.js';

/**
 * Installs the service worker, which opens the application without a network. It starts with the files that this page
 * has loaded already. Does nothing in browsers without service workers, and when the user asked to save data.
 * Rejects when the worker can't be installed.
 */
export const installServiceWorker = async (): Promise<void> => {
  const { serviceWorker } = navigator;
  if (!serviceWorker || savesData()) return;
  const isFirst = serviceWorker.controller === null;
  await serviceWorker.register(WORKER);
  if (!isFirst) return;
  const { active } = await serviceWorker.ready;
  active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
};
