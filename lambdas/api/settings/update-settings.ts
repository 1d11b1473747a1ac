import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { SettingsDeps } from './deps.ts';
import { withNames } from './with-names.ts';

/**
 * Makes the next version of the settings. The same request again, after a lost answer, answers the version that it
 * made.
 */
export const updateSettings = ({ settings, profiles, now }: SettingsDeps) =>
  route(endpoints['settings.update-settings'], async ({ body: { version, ...wanted }, actor, requestId }) => {
    const before = await settings.read();
    const isApplied = Object.entries(wanted).every(([name, value]) => before[name as keyof typeof wanted] === value);
    const isOurs = before.version === version + 1 && before.updated_by === actor.userId && isApplied;
    if (before.version !== version && !isOurs) throw new AppError('version_conflict');
    // Nothing changes: that is no version.
    const saved =
      isOurs || (isApplied && version > 0) ? before : await settings.save(before, wanted, { actor, requestId }, now());
    const [body] = await withNames(profiles, [saved]);
    return { status: 200, ...(body ? { body } : {}) };
  });
