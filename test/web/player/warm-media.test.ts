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

/** Answers that a test gives piece by piece. */
const createServer = () => {
  const asked: {
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
      asked.push({
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
    const found = asked.findLast(({ url }) => url === `http://localhost${path}`);
    if (!found) throw new Error(`${path} was not asked for`);
    return found;
  };
  return { asked, of, fetch: send as unknown as typeof fetch };
};

/** What stands in for hls.js's own loader. */
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
  const load = (path: string, { type = 'arraybuffer', inParts = false } = {}) => {
    const loader = new WarmLoader({} as HlsConfig);
    const told: string[] = [];
    const callbacks: LoaderCallbacks<LoaderContext> = {
      onSuccess: ({ data }) => void told.push(`success ${typeof data === 'string' ? data : text(data as ArrayBuffer)}`),
      onError: ({ code }) => void told.push(`error ${code}`),
      onTimeout: () => void told.push('timeout'),
      onAbort: () => void told.push('abort'),
      ...(inParts
        ? {
            onProgress: (_stats: unknown, _context: unknown, data: string | ArrayBuffer) =>
              void told.push(`part ${text(data as ArrayBuffer)}`),
          }
        : {}),
    };
    const loadPolicy = { maxTimeToFirstByteMs: 50, maxLoadTimeMs: 100, timeoutRetry: null, errorRetry: null };
    const context = { url: `http://localhost${path}`, responseType: type } as LoaderContext;
    loader.load(
      context,
      { loadPolicy, maxRetry: 0, timeout: 0, retryDelay: 0, maxRetryDelay: 0, highWaterMark: inParts ? 1 : Infinity },
      callbacks,
    );
    return { loader, told };
  };
  return { server, cold, warm, load };
};

/** Bytes that no fragment begins with, so that parts come out as they came in. */
const WHOLE = '\0\0\0\0mdat';

describe('media that was begun beforehand', () => {
  it('is asked for once, all at once, and handed out once', async () => {
    const { server, cold, warm, load } = setUp();
    warm.begin(['/a.m3u8', '/b.m3u8']);
    warm.begin(['/a.m3u8']);
    expect(server.asked.map(({ url }) => url)).toEqual(['http://localhost/a.m3u8', 'http://localhost/b.m3u8']);
    server.of('/a.m3u8').answer();
    server.of('/a.m3u8').send('#EXT');
    server.of('/a.m3u8').send('M3U');
    server.of('/a.m3u8').end();
    await settle();
    const { told } = load('/a.m3u8', { type: 'text' });
    expect(told).toEqual([]);
    await settle();
    expect(told).toEqual(['success #EXTM3U']);
    load('/a.m3u8');
    expect(cold.loads).toHaveLength(1);
  });

  it('is taken up while it arrives, in parts where they are wanted', async () => {
    const { server, cold, warm, load } = setUp();
    warm.begin(['/s.cmfv']);
    server.of('/s.cmfv').answer();
    server.of('/s.cmfv').send(`${WHOLE}one`);
    await settle();
    const { told, loader } = load('/s.cmfv', { inParts: true });
    await settle();
    server.of('/s.cmfv').send('two');
    await settle();
    expect(told).toEqual([`part ${WHOLE}one`, 'part two']);
    server.of('/s.cmfv').end();
    await settle();
    expect(told.at(-1)).toBe('success ');
    expect(loader.stats).toMatchObject({ loaded: 14, total: 14 });
    expect(cold.loads).toHaveLength(0);
  });

  it('does not look slow for having lain ready', async () => {
    const { server, warm, load } = setUp();
    warm.begin(['/s.cmfv']);
    const now = jest.spyOn(performance, 'now');
    const begun = performance.now();
    server.of('/s.cmfv').answer();
    server.of('/s.cmfv').send('x');
    server.of('/s.cmfv').end();
    await settle();
    now.mockReturnValue(begun + 20_000);
    const { loader } = load('/s.cmfv');
    await settle();
    now.mockRestore();
    expect(loader.stats.loading.end - loader.stats.loading.start).toBeLessThan(1000);
    expect(loader.stats.loading.first).toBeGreaterThan(begun + 19_000);
  });

  it.each<[string, (file: ReturnType<ReturnType<typeof createServer>['of']>) => void]>([
    ['was refused', (file) => file.answer(403)],
    ['is not there', (file) => file.answer(404)],
    ['was cut before it began', (file) => file.cut()],
    [
      'was cut on its way',
      (file) => {
        file.answer();
        file.send('half');
        file.cut();
      },
    ],
  ])('is loaded as ever when it %s', async (_what, fail) => {
    for (const when of ['before', 'after'] as const) {
      const { server, cold, warm, load } = setUp();
      warm.begin(['/a']);
      if (when === 'before') fail(server.of('/a'));
      await settle();
      const { told } = load('/a');
      await settle();
      if (when === 'after') fail(server.of('/a'));
      await settle();
      expect(cold.loads).toMatchObject([{ context: { url: 'http://localhost/a' }, start: 0 }]);
      expect(told).toEqual([]);
    }
  });

  it('is a fault of the network when it is cut after a part of it was used, and loaded as ever the next time', async () => {
    const { server, cold, warm, load } = setUp();
    warm.begin(['/s.cmfv']);
    const { told } = load('/s.cmfv', { inParts: true });
    server.of('/s.cmfv').answer();
    server.of('/s.cmfv').send(WHOLE);
    await settle();
    server.of('/s.cmfv').cut();
    await settle();
    expect(told).toEqual([`part ${WHOLE}`, 'error 0']);
    expect(cold.loads).toHaveLength(0);
    load('/s.cmfv', { inParts: true });
    expect(cold.loads).toHaveLength(1);
  });

  it('is given up when no answer comes in time', async () => {
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

  it('ends with the play: aborted, destroyed, or in favour of other files', async () => {
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
    expect(aborted.told).toEqual(['abort']);
    expect(destroyed.told).toEqual([]);
    expect(cold.loads).toHaveLength(0);
    expect(server.asked).toHaveLength(4);
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

  it('are of the best rendition that the connection carries with room, else of the lowest', () => {
    expect(
      [100_000, 500_000, 1_900_000, 10_000_000].map((bandwidth) => firstRung(preload, bandwidth)?.bandwidth),
    ).toEqual([370_000, 370_000, 1_300_000, 2_900_000]);
  });

  it('leave the first segments out where playing goes on further on', () => {
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
