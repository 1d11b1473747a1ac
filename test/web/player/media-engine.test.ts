/** @jest-environment jest-fixed-jsdom */
import {
  createMediaEngine,
  type MediaFault,
  type OpenSource,
} from '../../../web/src/features/player/engine/media-engine.ts';
import { openNativeSource } from '../../../web/src/features/player/engine/native-source.ts';

/** A media element that loads nothing: the test sets what a browser would set. */
const createFakeElement = () => {
  const element = document.createElement('video');
  const media = {
    currentTime: 0,
    duration: Number.NaN,
    paused: true,
    ended: false,
    error: null as { code: number } | null,
    buffered: [] as [number, number][],
  };
  const play = jest.fn(async () => void (media.paused = false));
  const define = (name: string, descriptor: PropertyDescriptor) =>
    Object.defineProperty(element, name, { configurable: true, ...descriptor });
  for (const name of ['duration', 'paused', 'ended', 'error'] as const) define(name, { get: () => media[name] });
  define('currentTime', { get: () => media.currentTime, set: (seconds: number) => void (media.currentTime = seconds) });
  define('buffered', {
    get: () => ({
      length: media.buffered.length,
      start: (index: number) => media.buffered[index]?.[0],
      end: (index: number) => media.buffered[index]?.[1],
    }),
  });
  define('play', { value: play });
  define('pause', { value: jest.fn(() => void (media.paused = true)) });
  define('load', { value: jest.fn() });
  return { element, media, play, fire: (name: string) => element.dispatchEvent(new Event(name)) };
};

/** Ends the engines of a test: those that exist share the sound. */
const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

const setUp = (openSource?: OpenSource) => {
  const media = createFakeElement();
  const parking = document.createElement('div');
  document.body.replaceChildren(parking);
  const source = {
    position: () => media.media.currentTime,
    seek: jest.fn(),
    resume: jest.fn(),
    destroy: jest.fn(),
  };
  const opened: Parameters<OpenSource>[1][] = [];
  const events = {
    onPlaying: jest.fn(),
    onPause: jest.fn(),
    onWaiting: jest.fn(),
    onEnded: jest.fn(),
    onPosition: jest.fn(),
    onFault: jest.fn(),
    onQualities: jest.fn(),
    onHeight: jest.fn(),
    onCues: jest.fn(),
    onPicture: jest.fn(),
  };
  const open: OpenSource = (_, options) => {
    opened.push(options);
    return source;
  };
  const engine = createMediaEngine({
    element: media.element,
    parking,
    openSource: openSource ?? open,
    prepare: jest.fn(),
    events,
  });
  ends.push(engine.destroy);
  return { ...media, parking, source, opened, events, engine };
};

describe('the media engine', () => {
  it('reports the events of the element, and none while it is empty', () => {
    const { engine, events, fire, media } = setUp();
    fire('pause');
    expect(events.onPause).not.toHaveBeenCalled();
    engine.load('/a.m3u8', 0);
    fire('playing');
    fire('waiting');
    media.currentTime = 3;
    media.duration = 60;
    media.buffered = [
      [0, 1],
      [2.8, 20],
    ];
    fire('timeupdate');
    fire('pause');
    media.ended = true;
    fire('pause');
    fire('ended');
    expect(events.onPlaying).toHaveBeenCalledTimes(1);
    expect(events.onWaiting).toHaveBeenCalledTimes(1);
    expect(events.onPosition).toHaveBeenLastCalledWith({ time: 3, duration: 60, buffered: 20 });
    expect(events.onPause).toHaveBeenCalledTimes(1);
    expect(events.onEnded).toHaveBeenCalledTimes(1);
  });

  it.each<[number, MediaFault]>([
    [1, { kind: 'element', code: 1 }],
    [2, { kind: 'network' }],
    [3, { kind: 'decode' }],
    [4, { kind: 'element', code: 4 }],
  ])('reports error %i of the element as a fault', (code, fault) => {
    const { engine, events, fire, media } = setUp();
    engine.load('/a.m3u8', 0);
    media.error = { code };
    fire('error');
    expect(events.onFault).toHaveBeenCalledWith(fault);
  });

  it('closes one source before it opens the next, and forwards faults and resuming', () => {
    const { engine, source, opened, events } = setUp();
    engine.load('/a.m3u8', 0);
    engine.load('/b.m3u8', 12);
    expect(source.destroy).toHaveBeenCalledTimes(1);
    expect(opened.map(({ url, startAt }) => [url, startAt])).toEqual([
      ['/a.m3u8', 0],
      ['/b.m3u8', 12],
    ]);
    opened[1]?.onFault({ kind: 'forbidden' });
    expect(events.onFault).toHaveBeenCalledWith({ kind: 'forbidden' });
    engine.resumeLoading();
    expect(source.resume).toHaveBeenCalledTimes(1);
  });

  it('returns whether the browser allows it to play', async () => {
    const { engine, play } = setUp();
    engine.load('/a.m3u8', 0);
    await expect(engine.play()).resolves.toBe(true);
    play.mockRejectedValueOnce(new DOMException('press first', 'NotAllowedError'));
    await expect(engine.play()).resolves.toBe(false);
    play.mockRejectedValueOnce(new DOMException('a new load came', 'AbortError'));
    await expect(engine.play()).resolves.toBe(true);
  });

  it('mutes the element with the volume', () => {
    const { engine, element } = setUp();
    engine.setVolume(0);
    expect([element.volume, element.muted]).toEqual([0, true]);
    engine.setVolume(0.5);
    expect([element.volume, element.muted]).toEqual([0.5, false]);
  });

  it('keeps its element in the document, in whatever order slots are mounted and unmounted', () => {
    const { engine, element, parking } = setUp();
    const [full, mini] = [document.createElement('div'), document.createElement('div')];
    document.body.append(full, mini);
    expect(element.parentElement).toBe(parking);
    const leaveFull = engine.showIn(full);
    expect(element.parentElement).toBe(full);
    const leaveMini = engine.showIn(mini);
    leaveFull();
    expect(element.parentElement).toBe(mini);
    leaveMini();
    expect(element.parentElement).toBe(parking);
  });

  it('removes everything when it is destroyed', () => {
    const { engine, element, parking, source, events, fire } = setUp();
    engine.load('/a.m3u8', 0);
    engine.destroy();
    fire('playing');
    expect(source.destroy).toHaveBeenCalled();
    expect([element.isConnected, parking.isConnected]).toEqual([false, false]);
    expect(events.onPlaying).not.toHaveBeenCalled();
  });
});

describe('the sound', () => {
  const setUpPlaying = () => {
    const one = setUp();
    one.engine.load('/a.m3u8', 0);
    return one;
  };

  it('is of one player of the page: one that starts pauses the others', () => {
    const [one, other] = [setUpPlaying(), setUpPlaying()];
    one.fire('play');
    expect(one.element.pause).not.toHaveBeenCalled();
    expect(other.element.pause).toHaveBeenCalledTimes(1);
    other.fire('play');
    expect(one.element.pause).toHaveBeenCalledTimes(1);
    one.engine.destroy();
    const before = jest.mocked(one.element.pause).mock.calls.length;
    other.fire('play');
    expect(one.element.pause).toHaveBeenCalledTimes(before);
  });

  it('is of one tab: a player that starts elsewhere pauses this one, and the other way round', async () => {
    const otherTab = new BroadcastChannel('soundstage.player');
    try {
      const { element, fire } = setUpPlaying();
      const started = new Promise((resolve) => (otherTab.onmessage = resolve));
      fire('play');
      await started;
      const paused = new Promise<void>((resolve) => jest.mocked(element.pause).mockImplementation(() => resolve()));
      otherTab.postMessage('playing');
      await paused;
    } finally {
      otherTab.close();
    }
  });
});

describe("the browser's own HLS", () => {
  it('starts at the given position and resumes at the current one', () => {
    const { engine, element, media, fire, play } = setUp(openNativeSource);
    engine.load('/a.m3u8', 40);
    expect(element.src).toBe('http://localhost/a.m3u8');
    fire('loadedmetadata');
    expect(media.currentTime).toBe(40);
    media.currentTime = 55;
    media.paused = false;
    engine.resumeLoading();
    media.currentTime = 0;
    fire('loadedmetadata');
    expect(media.currentTime).toBe(55);
    expect(play).toHaveBeenCalled();
  });

  it.each([0, 7])('starts at %i seconds if that is chosen before the media is known', (chosen) => {
    const { engine, media, fire } = setUp(openNativeSource);
    engine.load('/a.m3u8', 40);
    engine.seek(chosen);
    engine.resumeLoading();
    fire('loadedmetadata');
    expect(media.currentTime).toBe(chosen);
    engine.seek(12);
    expect(media.currentTime).toBe(12);
    fire('loadedmetadata');
    expect(media.currentTime).toBe(12);
  });

  it('reports the start as its position until it has reached it, so that nothing saves 0 meanwhile', () => {
    const { engine, media, events, fire } = setUp(openNativeSource);
    engine.load('/a.m3u8', 40);
    media.duration = 60;
    fire('durationchange');
    expect(events.onPosition).toHaveBeenLastCalledWith({ time: 40, duration: 60, buffered: 40 });
    fire('loadedmetadata');
    media.currentTime = 41;
    fire('timeupdate');
    expect(events.onPosition).toHaveBeenLastCalledWith({ time: 41, duration: 60, buffered: 41 });
    engine.resumeLoading();
    media.currentTime = 0;
    fire('progress');
    expect(events.onPosition).toHaveBeenLastCalledWith({ time: 41, duration: 60, buffered: 41 });
  });

  it('plays nothing before the start, at any speed that is chosen meanwhile', () => {
    const { engine, element, fire } = setUp(openNativeSource);
    engine.load('/a.m3u8', 40);
    fire('loadstart');
    expect(element.playbackRate).toBe(0);
    engine.setRate(1.5);
    fire('loadedmetadata');
    expect(element.playbackRate).toBe(0);
    fire('seeked');
    expect(element.playbackRate).toBe(1.5);
  });

  it('plays at once if the user chooses the beginning, or loads other media', () => {
    const { engine, element, fire } = setUp(openNativeSource);
    engine.load('/a.m3u8', 40);
    fire('loadstart');
    engine.seek(0);
    expect(element.playbackRate).toBe(1);
    engine.seek(7);
    expect(element.playbackRate).toBe(0);
    engine.load('/b.m3u8', 0);
    fire('loadstart');
    expect(element.playbackRate).toBe(1);
  });
});
