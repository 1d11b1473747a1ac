import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { SettingsDeps } from './deps.ts';
import { withNames } from './with-names.ts';

/**
 * Creates the next version of the settings. Repeating a request whose response was lost returns the version that it
 * created.
 */
export const updateSettings = ({ settings, profiles, now }: SettingsDeps) =>
  route(endpoints['settings.update-settings'], async ({ body: { version, ...fields }, actor, requestId }) => {
    const before = await settings.read();
    const isApplied = Object.entries(fields).every(([name, value]) => before[name as keyof typeof fields] === value);
    const isOurs = before.version === version + 1 && before.updated_by === actor.userId && isApplied;
    if (before.version !== version && !isOurs) throw new AppError('version_conflict');
    // An update without changes creates no version.
    const saved =
      isOurs || (isApplied && version > 0) ? before : await settings.save(before, fields, { actor, requestId }, now());
    const [body] = await withNames(profiles, [saved]);
    return { status: 200, ...(body ? { body } : {}) };
  });
