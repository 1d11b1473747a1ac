import type { Device } from '../../../../../lambdas/contract/listening/playback-positions.ts';
import { deviceStore, type KeyValueStore } from '../../../lib/storage.ts';
import { resumeTexts } from '../panels/resume-texts.ts';

/** Where this browser keeps the id that it made for itself. */
const KEY = 'soundstage.device';

/**
 * What browsers write into their user agent, the more special ones first: every one of them also says what it descends
 * from.
 */
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

/** What people call a browser: "Chrome on Windows". */
export const deviceLabel = (agent: string): string =>
  resumeTexts.device(nameIn(agent, browsers), nameIn(agent, systems));

/** This browser, by the id that it keeps; where it keeps nothing, one of this page. */
export const thisDevice = (store: KeyValueStore = deviceStore, agent: string = navigator.userAgent): Device => {
  const kept = store.get(KEY);
  const id = kept !== null && /^[0-9a-f-]{36}$/.test(kept) ? kept : crypto.randomUUID();
  if (id !== kept) store.set(KEY, id);
  return { id, label: deviceLabel(agent) };
};
