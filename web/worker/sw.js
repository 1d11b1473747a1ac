/**
 * The service worker: opens the application without a network. It stores the page, the configuration and files whose
 * names contain a hash of their content. It never sees API calls, media or posters: they do not pass through it.
 *
 * It does not serve stale pages. A navigation asks the network first; the stored page is used only when the network
 * fails or takes too long. The page and its files are of one release, because they are stored together or not at all.
 *
 * The build replaces RELEASE (a hash that the page contains too), FILES (what the page loads first) and PAGES (what the
 * paths of the application start with).
 */
const PREFIX = 'soundstage-';
const CACHE = PREFIX + RELEASE;
const PAGE = '/';
const CONFIG = '/config.json';
/** How long a navigation waits for the network before the stored page appears, in milliseconds. */
const PATIENCE_MS = 4_000;

const isAsset = ({ origin, pathname, search }) =>
  origin === location.origin && pathname.startsWith('/assets/') && search === '';
/** Whether an address shows the application. Everything else, such as the console of the local cloud, is left alone. */
const isPage = ({ pathname }) => pathname === PAGE || PAGES.includes(pathname.split('/')[1]);

const install = async () => {
  try {
    const cache = await caches.open(CACHE);
    const page = await fetch(PAGE, { cache: 'no-cache' });
    // While a deployment is copied, the page can be of another release than this worker.
    if (!page.ok || !(await page.clone().text()).includes(RELEASE)) throw new Error('The page is of another release');
    await cache.addAll([...FILES, CONFIG]);
    await cache.put(PAGE, page);
  } catch (error) {
    // The browser tries again at the next navigation.
    await caches.delete(CACHE);
    throw error;
  }
  await self.skipWaiting();
};

/** Keeps the previous release: its pages may still be open and load more of their files. */
const activate = async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
};

/** Stores a copy of a response, without delaying it. */
const store = (event, key, response) => {
  const copy = response.clone();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.put(key, copy)));
};

/** A file with a hash in its name never changes. */
const assetOf = async (event) => {
  const { request } = event;
  const stored = await caches.match(request.url, { cacheName: CACHE, ignoreVary: true });
  if (stored) return stored;
  // The file of another release is copied, because that release is deleted earlier.
  const response = (await caches.match(request.url, { ignoreVary: true })) ?? (await fetch(request));
  if (response.ok) store(event, request.url, response);
  return response;
};

const newestOf = async (event, key) => {
  const { request } = event;
  const answer = fetch(request);
  const stored = await caches.match(key, { cacheName: CACHE, ignoreVary: true });
  if (!stored) return answer;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const response = await Promise.race([answer.catch(() => undefined), late]);
  if (!response || response.status >= 500) return stored;
  if (key === CONFIG && response.ok) store(event, key, response);
  return response;
};

/** Stores files that the page loaded before this worker controlled it. They come from the browser's own cache. */
const keep = async (addresses) => {
  const cache = await caches.open(CACHE);
  const missing = addresses.filter((address) => isAsset(new URL(address)));
  await Promise.allSettled(missing.map(async (url) => (await cache.match(url)) ?? cache.add(url)));
};

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => event.waitUntil(keep(event.data)));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (isAsset(url)) event.respondWith(assetOf(event));
  else if (url.pathname === CONFIG) event.respondWith(newestOf(event, CONFIG));
  else if (request.mode === 'navigate' && isPage(url)) event.respondWith(newestOf(event, PAGE));
});
