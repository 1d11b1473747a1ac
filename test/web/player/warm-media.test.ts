import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import type { Preload } from '../../../lambdas/contract/media/playback.ts';
import { firstPaths, firstRung } from '../../../web/src/features/player/engine/first-files.ts';
import { warmLoader } from '../../../web/src/features/player/engine/warm-loader.ts';
import { createWarmMedia } from '../../../web/src/features/player/engine/warm-media.ts';

const settle = async () => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
};
const text = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
const bytesOf = (words: string) => new TextEncoder().encode(words);

/** A server whose responses a test sends in chunks. */
const createServer = () => {
  const requests: {
    url: string;
    signal: AbortSignal;
    answer: (status?: number) => void;
    send: (words: string) => void;
    end: () => void;
    cut: () => void;
  }[] = [];
  const send = jest.fn((url: string, { signal }: { signal: AbortSignal }) => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (own) => void (controller = own) });
    return new Promise<Response>((resolve, reject) => {
      requests.push({
        url,
        signal,
        answer: (status = 200) => resolve(new Response(body, { status })),
        send: (words) => controller?.enqueue(bytesOf(words)),
        end: () => controller?.close(),
        cut: () => {
          controller?.error(new Error('cut'));
          reject(new Error('cut'));
        },
      });
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  });
  const of = (path: string) => {
    const found = requests.findLast(({ url }) => url === `http://localhost${path}`);
    if (!found) throw new Error(`${path} was not requested`);
    return found;
  };
  return { requests, of, fetch: send as unknown as typeof fetch };
};

/** Replaces hls.js's own loader. */
const createCold = () => {
  const loads: { context: LoaderContext; callbacks: LoaderCallbacks<LoaderContext>; start: number }[] = [];
  const aborts = jest.fn();
  class Cold implements Loader<LoaderContext> {
    context: LoaderContext | null = null;
    stats = {
      aborted: false,
      loaded: 0,
      retry: 0,
      total: 0,
      chunkCount: 0,
      bwEstimate: 0,
      loading: { start: 0, first: 0, end: 0 },
      parsing: { start: 0, end: 0 },
      buffering: { start: 0, first: 0, end: 0 },
    };
    load(context: LoaderContext, _config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>) {
      loads.push({ context, callbacks, start: this.stats.loading.start });
    }
    abort = aborts;
    destroy() {}
  }
  return { Cold, loads, aborts };
};

const setUp = () => {
  const server = createServer();
  const cold = createCold();
  const warm = createWarmMedia({
    fetch: server.fetch,
    now: () => performance.now(),
    base: 'http://localhost/streaming',
  });
  const WarmLoader = warmLoader(warm, cold.Cold);
  const load = (path: string, { type = 'arraybuffer', inParts = false, firstByteMs = 50 } = {}) => {
    const loader = new WarmLoader({} as HlsConfig);
    const calls: string[] = [];
    const callbacks: LoaderCallbacks<LoaderContext> = {
      onSuccess: ({ data }) =>
        void calls.push(`success ${typeof data === 'string' ? data : text(data as ArrayBuffer)}`),
      onError: ({ code }) => void calls.push(`error ${code}`),
      onTimeout: () => void calls.push('timeout'),
      onAbort: () => void calls.push('abort'),
      ...(inParts
        ? {
            onProgress: (_stats: unknown, _context: unknown, data: string | ArrayBuffer) =>
              void calls.push(`part ${text(data as ArrayBuffer)}`),
          }
        : {}),
    };
    const loadPolicy = { maxTimeToFirstByteMs: firstByteMs, maxLoadTimeMs: 100, timeoutRetry: null, errorRetry: null };
    const context = { url: `http://localhost${path}`, responseType: type } as LoaderContext;
    loader.load(
      context,
      { loadPolicy, maxRetry: 0, timeout: 0, retryDelay: 0, maxRetryDelay: 0, highWaterMark: inParts ? 1 : Infinity },
      callbacks,
    );
    return { loader, calls };
  };
  return { server, cold, warm, load };
};

/** Bytes that start no fragment, so that they are passed on unchanged. */
const WHOLE = '\0\0\0\0mdat';

describe('media that is downloaded in advance', () => {
  it('is requested once, in parallel, and handed out once', async () => {
    const { server, cold, warm, load } = setUp();
    warm.begin(['/a.m3u8', '/b.m3u8']);
    warm.begin(['/a.m3u8']);
    expect(server.requests.map(({ url }) => url)).toEqual(['http://localhost/a.m3u8', 'http://localhost/b.m3u8']);
    server.of('/a.m3u8').answer();
    server.of('/a.m3u8').send('#EXT');
    server.of('/a.m3u8').send('M3U');
    server.of('/a.m3u8').end();
    await settle();
    const { calls } = load('/a.m3u8', { type: 'text' });
    expect(calls).toEqual([]);
    await settle();
    expect(calls).toEqual(['success #EXTM3U']);
    load('/a.m3u8');
    expect(cold.loads).toHaveLength(1);
  });

  it('is used while it arrives, in parts where hls.js accepts them', async () => {
    const { server, cold, warm, load } = setUp();
    warm.begin(['/s.cmfv']);
    server.of('/s.cmfv').answer();
    server.of('/s.cmfv').send(`${WHOLE}one`);
    await settle();
    const { calls, loader } = load('/s.cmfv', { inParts: true });
    await settle();
    server.of('/s.cmfv').send('two');
    await settle();
    expect(calls).toEqual([`part ${WHOLE}one`, 'part two']);
    server.of('/s.cmfv').end();
    await settle();
    expect(calls.at(-1)).toBe('success ');
    expect(loader.stats).toMatchObject({ loaded: 14, total: 14 });
    expect(cold.loads).toHaveLength(0);
  });

  it('does not look slow because it was waiting', async () => {
    const { server, warm, load } = setUp();
    warm.begin(['/s.cmfv']);
    const now = jest.spyOn(performance, 'now');
    const startedAt = performance.now();
    server.of('/s.cmfv').answer();
    server.of('/s.cmfv').send('x');
    server.of('/s.cmfv').end();
    await settle();
    now.mockReturnValue(startedAt + 20_000);
    const { loader } = load('/s.cmfv');
    await settle();
    now.mockRestore();
    expect(loader.stats.loading.end - loader.stats.loading.start).toBeLessThan(1000);
    expect(loader.stats.loading.first).toBeGreaterThan(startedAt + 19_000);
  });

  it.each<[string, (file: ReturnType<ReturnType<typeof createServer>['of']>) => void]>([
    ['was denied', (file) => file.answer(403)],
    ['does not exist', (file) => file.answer(404)],
    ['was interrupted before the response', (file) => file.cut()],
    [
      'was interrupted during the response',
      (file) => {
        file.answer();
        file.send('half');
        file.cut();
      },
    ],
  ])('is loaded by hls.js itself if it %s', async (_what, fail) => {
    for (const when of ['before', 'after'] as const) {
      const { server, cold, warm, load } = setUp();
      warm.begin(['/a']);
      if (when === 'before') fail(server.of('/a'));
      await settle();
      const { calls } = load('/a');
      await settle();
      if (when === 'after') fail(server.of('/a'));
      await settle();
      expect(cold.loads).toMatchObject([{ context: { url: 'http://localhost/a' }, start: 0 }]);
      expect(calls).toEqual([]);
    }
  });

  it('is a network error if it breaks after a part was used, and is loaded by hls.js the next time', async () => {
    const { server, cold, warm, load } = setUp();
    warm.begin(['/s.cmfv']);
    const { calls } = load('/s.cmfv', { inParts: true });
    server.of('/s.cmfv').answer();
    server.of('/s.cmfv').send(WHOLE);
    await settle();
    server.of('/s.cmfv').cut();
    await settle();
    expect(calls).toEqual([`part ${WHOLE}`, 'error 0']);
    expect(cold.loads).toHaveLength(0);
    load('/s.cmfv', { inParts: true });
    expect(cold.loads).toHaveLength(1);
  });

  it('is aborted if the response takes too long', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
    try {
      const { server, cold, warm, load } = setUp();
      warm.begin(['/a']);
      load('/a');
      await settle();
      jest.advanceTimersByTime(51);
      expect(server.of('/a').signal.aborted).toBe(true);
      expect(cold.loads).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('waits as long as for a whole file where hls.js sets no limit for the first byte', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
    try {
      const { server, cold, warm, load } = setUp();
      warm.begin(['/a.m3u8']);
      const { calls } = load('/a.m3u8', { type: 'text', firstByteMs: Infinity });
      await settle();
      jest.advanceTimersByTime(99);
      expect(server.of('/a.m3u8').signal.aborted).toBe(false);
      server.of('/a.m3u8').answer();
      server.of('/a.m3u8').send('#EXTM3U');
      server.of('/a.m3u8').end();
      await settle();
      expect([calls, cold.loads]).toEqual([['success #EXTM3U'], []]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is canceled when the loader is aborted or destroyed, or when other files replace it', async () => {
    const { server, cold, warm, load } = setUp();
    warm.begin(['/a', '/b', '/c', '/d']);
    const aborted = load('/a');
    const destroyed = load('/b');
    await settle();
    aborted.loader.abort();
    destroyed.loader.destroy();
    warm.only(['/d']);
    await settle();
    expect(['/a', '/b', '/c', '/d'].map((path) => server.of(path).signal.aborted)).toEqual([true, true, true, false]);
    expect(aborted.calls).toEqual(['abort']);
    expect(destroyed.calls).toEqual([]);
    expect(cold.loads).toHaveLength(0);
    expect(server.requests).toHaveLength(4);
  });
});

describe('the first files', () => {
  const rung = (bandwidth: number) => ({
    bandwidth,
    playlist: `/${bandwidth}.m3u8`,
    init: `/${bandwidth}init`,
    segment: `/${bandwidth}_1`,
  });
  const preload: Preload = {
    rungs: [rung(370_000), rung(1_300_000), rung(2_900_000)],
    audio: { playlist: '/audio.m3u8', init: '/audioinit', segment: '/audio_1' },
  };

  it('are from the best rendition for the bandwidth, otherwise from the lowest', () => {
    expect(
      [100_000, 500_000, 1_900_000, 10_000_000].map((bandwidth) => firstRung(preload, bandwidth)?.bandwidth),
    ).toEqual([370_000, 370_000, 1_300_000, 2_900_000]);
  });

  it('do not include the first segments if playback resumes later', () => {
    expect(firstPaths('/index.m3u8', preload, 500_000, 0)).toEqual([
      '/index.m3u8',
      '/370000.m3u8',
      '/370000init',
      '/audio.m3u8',
      '/audioinit',
      '/370000_1',
      '/audio_1',
    ]);
    expect(firstPaths('/index.m3u8', { ...preload, audio: null }, 500_000, 30)).toEqual([
      '/index.m3u8',
      '/370000.m3u8',
      '/370000init',
    ]);
  });
});
