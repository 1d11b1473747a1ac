import type { Device } from '../../../../../lambdas/contract/listening/playback-positions.ts';
import { deviceStore, type KeyValueStore } from '../../../lib/storage.ts';
import { resumeTexts } from '../panels/resume-texts.ts';

/** Storage key of the device id, which this browser generates itself. */
const KEY = 'soundstage.device';

/** Tokens of user agents, most specific first: each browser also names the browsers that it is based on. */
const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

const nameIn = (agent: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/** The name of a browser for people: "Chrome on Windows". */
export const deviceLabel = (agent: string): string =>
  resumeTexts.device(nameIn(agent, browsers), nameIn(agent, systems));

/** This browser, by its stored id. Without storage the id changes with each page load. */
export const thisDevice = (store: KeyValueStore = deviceStore, agent: string = navigator.userAgent): Device => {
  const stored = store.get(KEY);
  const id = stored !== null && /^[0-9a-f-]{36}$/.test(stored) ? stored : crypto.randomUUID();
  if (id !== stored) store.set(KEY, id);
  return { id, label: deviceLabel(agent) };
};
