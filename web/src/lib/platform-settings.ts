import { platform, type Platform } from './platform.ts';
import { deviceStore } from './storage.ts';

/** What the API tells everybody of the platform. */
export interface PlatformSettings {
  readonly platform_name: string;
  readonly platform_description: string;
}

const ADDRESS = '/api/settings';
const KEPT = 'soundstage.platform';
const standard = platform.get();

const asSettings = (value: unknown): PlatformSettings | undefined => {
  const { platform_name: name, platform_description: description } = (value ?? {}) as Partial<PlatformSettings>;
  return typeof name === 'string' && name !== '' && typeof description === 'string'
    ? { platform_name: name, platform_description: description }
    : undefined;
};

/**
 * Shows name and description wherever they stand, and keeps them for the next visit. Without a description the
 * product's own stays.
 */
export const showPlatform = ({ platform_name: name, platform_description: description }: PlatformSettings): void => {
  const next: Platform = { name, description: description || standard.description };
  const { name: shownName, description: shownDescription } = platform.get();
  if (next.name !== shownName || next.description !== shownDescription) platform.set(next);
  deviceStore.set(KEPT, JSON.stringify({ platform_name: name, platform_description: description }));
};

/** Shows what the last visit saw: a first screen with the right name waits for nothing. */
export const restorePlatform = (): void => {
  try {
    const kept = asSettings(JSON.parse(deviceStore.get(KEPT) ?? 'null'));
    if (kept) showPlatform(kept);
  } catch {
    deviceStore.remove(KEPT);
  }
};

/**
 * Asks how the platform is called now. What cannot be read changes nothing. By itself, since the client of the API is
 * more code than the first screen has.
 */
export const readPlatform = async (send: typeof fetch = (...args) => fetch(...args)): Promise<void> => {
  try {
    const answer = await send(ADDRESS, { headers: { accept: 'application/json' } });
    const settings = answer.ok ? asSettings(await answer.json()) : undefined;
    if (settings) showPlatform(settings);
  } catch {
    // Offline, or no JSON: the name stays as it is.
  }
};
