import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { buildWeb } from '../../../web/build.mjs';
import { paths } from '../../../web/src/core/paths.ts';

const ORIGIN = 'https://media.example';

type Responder = (path: string) => Response | Promise<Response>;
type Listener = (event: object) => void;

/** Caches that behave like the browser's, as far as the worker uses them. */
const createCaches = (send: (path: string) => Promise<Response>) => {
  const all = new Map<string, Map<string, Response>>();
  const pathOf = (key: string) => key.replace(ORIGIN, '');
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    const add = async (path: string) => {
      const response = await send(pathOf(path));
      if (!response.ok) throw new TypeError(`${path} returned ${response.status}`);
      entries.set(pathOf(path), response);
    };
    return {
      add,
      addAll: async (paths: readonly string[]) => void (await Promise.all(paths.map(add))),
      put: async (key: string, response: Response) => void entries.set(pathOf(key), response),
      match: async (key: string) => entries.get(pathOf(key))?.clone(),
    };
  };
  const match = async (key: string, { cacheName }: { readonly cacheName?: string } = {}) => {
    for (const [name, entries] of all)
      if (cacheName === undefined || cacheName === name) {
        const found = entries.get(pathOf(key));
        if (found) return found.clone();
      }
    return undefined;
  };
  const remove = async (name: string) => all.delete(name);
  return { api: { open, match, keys: async () => [...all.keys()], delete: remove }, all };
};

/** Runs a worker. `respond` is the network; it throws while there is none. */
const startWorker = (code: string, respond: Responder, before?: ReturnType<typeof createCaches>) => {
  const sent: string[] = [];
  const network = { respond };
  const send = async (path: string) => {
    sent.push(path);
    return network.respond(path);
  };
  const listeners = new Map<string, Listener>();
  const caches = before ?? createCaches((path) => send(path));
  const self = {
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    skipWaiting: jest.fn(async () => undefined),
    clients: { claim: jest.fn(async () => undefined) },
    registration: { unregister: jest.fn(async () => true) },
  };
  const timers: (() => void)[] = [];
  runInNewContext(code, {
    self,
    caches: caches.api,
    fetch: (request: string | { readonly url: string }) =>
      send((typeof request === 'string' ? request : request.url).replace(ORIGIN, '')),
    location: { origin: ORIGIN },
    URL,
    setTimeout: (task: () => void) => void timers.push(task),
  });
  const emit = async (type: string, event: object = {}) => {
    const work: Promise<unknown>[] = [];
    listeners.get(type)?.({ waitUntil: (promise: Promise<unknown>) => void work.push(promise), ...event });
    await Promise.all(work);
  };
  const request = async (path: string, mode = 'cors', method = 'GET'): Promise<Response | 'not handled'> => {
    let answer: Promise<Response> | undefined;
    const work: Promise<unknown>[] = [];
    const url = path.startsWith('/') ? ORIGIN + path : path;
    listeners.get('fetch')?.({
      request: { url, mode, method },
      respondWith: (response: Promise<Response>) => void (answer = response),
      waitUntil: (promise: Promise<unknown>) => void work.push(promise),
    });
    const response = answer ? await answer : 'not handled';
    await Promise.all(work);
    return response;
  };
  return { caches, self, sent, network, timers, emit, request };
};

const offline = () => {
  throw new TypeError('Failed to fetch');
};
const textOf = async (response: Response | 'not handled') =>
  response === 'not handled' ? response : `${response.status} ${await response.text()}`;

describe('the service worker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-worker-'));
  const outdir = join(folder, 'web');
  let code = '';
  let off = '';
  let page = '';
  beforeAll(async () => {
    await buildWeb({ outdir });
    [code = '', off = '', page = ''] = ['sw.js', 'sw-off.js', 'index.html'].map((name) =>
      readFileSync(join(outdir, name), 'utf8'),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const site: Responder = (path) => new Response(path === '/' ? page : `content of ${path}`);
  const installed = async () => {
    const worker = startWorker(code, site);
    await worker.emit('install');
    await worker.emit('activate');
    return worker;
  };
  const files = () => [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);

  it('stores the page, its files and the configuration, and nothing else', async () => {
    const { caches, self } = await installed();
    expect(caches.all.size).toBe(1);
    const [entries] = caches.all.values();
    expect(new Set(entries?.keys())).toEqual(new Set(['/', '/config.json', ...files()]));
    expect(self.skipWaiting).toHaveBeenCalled();
    expect(self.clients.claim).toHaveBeenCalled();
  });

  it('opens every page of the application offline, with its files and configuration', async () => {
    const { network, request } = await installed();
    network.respond = offline;
    const addresses = Object.values(paths).map((path) => (typeof path === 'string' ? path : path('an-id')));
    for (const path of addresses.filter((address) => address !== paths.apiDocument))
      expect([path, await textOf(await request(path, 'navigate'))]).toEqual([path, `200 ${page}`]);
    for (const file of [...files(), '/config.json'])
      expect(await textOf(await request(file))).toBe(`200 content of ${file}`);
  });

  it('handles no API call, media, poster, signed address, other origin or change', async () => {
    const { request, sent } = await installed();
    const before = sent.length;
    for (const [path, mode, method] of [
      ['/api/me'],
      ['/api/openapi.json', 'navigate'],
      ['/media/cnt_1/v/480/index.m3u8'],
      ['/media/cnt_1/original.mp4', 'navigate'],
      ['/posters/cnt_1/poster.jpg'],
      ['/posters/cnt_1', 'navigate'],
      ['/assets/song.mp3?X-Amz-Signature=1'],
      ['/sw.js'],
      ['/robots.txt', 'navigate'],
      ['/streaming', 'cors'],
      ['/_local', 'navigate'],
      ['/_local/mail', 'navigate'],
      ['/no/such/page', 'navigate'],
      ['https://uploads.example/assets/main.js'],
      ['/', 'navigate', 'POST'],
    ])
      expect([path, await request(path ?? '', mode, method)]).toEqual([path, 'not handled']);
    expect(sent).toHaveLength(before);
  });

  it('asks the network for a page first, so that a deployment is visible at once', async () => {
    const { network, request } = await installed();
    network.respond = () => new Response('the next release');
    expect(await textOf(await request('/streaming', 'navigate'))).toBe('200 the next release');
    network.respond = offline;
    expect(await textOf(await request('/streaming', 'navigate'))).toBe(`200 ${page}`);
  });

  it('shows the stored page while the site is unavailable or does not answer', async () => {
    const { network, request, timers } = await installed();
    network.respond = () => new Response('Bad gateway', { status: 502 });
    expect(await textOf(await request('/', 'navigate'))).toBe(`200 ${page}`);
    network.respond = () => new Promise(() => undefined);
    timers.length = 0;
    const waiting = request('/', 'navigate');
    while (timers.length === 0) await new Promise(setImmediate);
    timers.forEach((task) => task());
    expect(await textOf(await waiting)).toBe(`200 ${page}`);
  });

  it('passes errors other than those on, and does not store them', async () => {
    const { caches, network, request } = await installed();
    network.respond = () => new Response('Forbidden', { status: 403 });
    expect(await textOf(await request('/', 'navigate'))).toBe('403 Forbidden');
    expect(await textOf(await request('/assets/gone-1.js'))).toBe('403 Forbidden');
    expect(await textOf(await request('/config.json'))).toBe('403 Forbidden');
    const [entries] = caches.all.values();
    expect(entries?.has('/assets/gone-1.js')).toBe(false);
    network.respond = offline;
    expect(await textOf(await request('/config.json'))).toBe('200 content of /config.json');
  });

  it('stores more files as they are loaded, and those that the page names', async () => {
    const { emit, network, request } = await installed();
    await request('/assets/streaming-1.js');
    await emit('message', {
      data: [`${ORIGIN}/assets/amplify-1.js`, `${ORIGIN}/api/me`, 'https://uploads.example/assets/x.js'],
    });
    network.respond = offline;
    for (const name of ['streaming', 'amplify'])
      expect(await textOf(await request(`/assets/${name}-1.js`))).toBe(`200 content of /assets/${name}-1.js`);
    await expect(request('/assets/x.js')).rejects.toThrow('Failed to fetch');
  });

  it('stores nothing of a release whose page is not there yet', async () => {
    const worker = startWorker(code, (path) => (path === '/' ? new Response('the release before') : site(path)));
    await expect(worker.emit('install')).rejects.toThrow('another release');
    expect(worker.caches.all.size).toBe(0);
    expect(worker.self.skipWaiting).not.toHaveBeenCalled();
  });

  it('keeps the release before, whose pages may be open, and deletes older ones', async () => {
    const caches = createCaches(async (path) => site(path));
    for (const name of ['another-application', 'soundstage-1', 'soundstage-2'])
      await (await caches.api.open(name)).put('/', new Response(name));
    const worker = startWorker(code, site, caches);
    await worker.emit('install');
    await worker.emit('activate');
    const [first, second, current] = caches.all.keys();
    expect([first, second, caches.all.size]).toEqual(['another-application', 'soundstage-2', 3]);
    worker.network.respond = offline;
    expect(await textOf(await worker.request('/', 'navigate'))).toBe(`200 ${page}`);
    expect(current).toMatch(/^soundstage-[0-9a-f]{16}$/);
    expect(page).toContain(`data-release="${current?.slice('soundstage-'.length)}"`);
  });

  it('keeps a file of the release before that the current page uses, when that release is deleted', async () => {
    const { caches } = await installed();
    await (await caches.api.open('soundstage-1')).put('/assets/shared-1.js', new Response('shared'));
    const worker = startWorker(code, offline, caches);
    expect(await textOf(await worker.request('/assets/shared-1.js'))).toBe('200 shared');
    await caches.api.delete('soundstage-1');
    expect(await textOf(await worker.request('/assets/shared-1.js'))).toBe('200 shared');
  });

  it('is removed with everything that it stored by the worker that switches it off', async () => {
    const { caches } = await installed();
    await caches.api.open('another-application');
    const worker = startWorker(off, offline, caches);
    await worker.emit('install');
    await worker.emit('activate');
    expect([...caches.all.keys()]).toEqual(['another-application']);
    expect(worker.self.registration.unregister).toHaveBeenCalledTimes(1);
    expect(await worker.request('/', 'navigate')).toBe('not handled');
  });
});
