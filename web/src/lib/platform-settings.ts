import { platform, type Platform } from './platform.ts';
import { deviceStore } from './storage.ts';

/** The public settings of the platform. */
export interface PlatformSettings {
  readonly platform_name: string;
  readonly platform_description: string;
  readonly plan_contact: string;
}

const SETTINGS_PATH = '/api/settings';
const STORAGE_KEY = 'soundstage.platform';
const defaults = platform.get();

const asSettings = (value: unknown): PlatformSettings | undefined => {
  const {
    platform_name: name,
    platform_description: description,
    plan_contact: contact = '',
  } = (value ?? {}) as Partial<PlatformSettings>;
  return typeof name === 'string' && name !== '' && typeof description === 'string' && typeof contact === 'string'
    ? { platform_name: name, platform_description: description, plan_contact: contact }
    : undefined;
};

/**
 * Shows the settings throughout the application, and stores them for the next visit. An empty description is replaced
 * by the product's default.
 */
export const showPlatform = ({ platform_name, platform_description, plan_contact }: PlatformSettings): void => {
  const next: Platform = {
    name: platform_name,
    description: platform_description || defaults.description,
    planContact: plan_contact,
  };
  const shown = platform.get();
  if (next.name !== shown.name || next.description !== shown.description || next.planContact !== shown.planContact)
    platform.set(next);
  deviceStore.set(STORAGE_KEY, JSON.stringify({ platform_name, platform_description, plan_contact }));
};

/** Shows the settings of the last visit, so that the first screen has the right name at once. */
export const restorePlatform = (): void => {
  try {
    const stored = asSettings(JSON.parse(deviceStore.get(STORAGE_KEY) ?? 'null'));
    if (stored) showPlatform(stored);
  } catch {
    deviceStore.remove(STORAGE_KEY);
  }
};

/**
 * Loads the current settings. A failure changes nothing. It does not use the API client, which is more code than the
 * first screen has.
 */
export const readPlatform = async (send: typeof fetch = (...args) => fetch(...args)): Promise<void> => {
  try {
    const response = await send(SETTINGS_PATH, { headers: { accept: 'application/json' } });
    const settings = response.ok ? asSettings(await response.json()) : undefined;
    if (settings) showPlatform(settings);
  } catch {
    // Offline, or not JSON: the name stays as it is.
  }
};
