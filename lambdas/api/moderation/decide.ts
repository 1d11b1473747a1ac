import type { ModeratedPlaylist } from '../../contract/admin/moderation.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import type { ModerationDeps } from './deps.ts';
import { withOwners } from './with-owners.ts';

/** Hides or shows a playlist and returns it. Throws `playlist_not_found` or `forbidden`. */
export const decide = async (
  { decisions, profiles, now }: ModerationDeps,
  id: string,
  isHidden: boolean,
  { reason, ...by }: ActBy & { readonly reason: string },
): Promise<ModeratedPlaylist> => {
  const saved = await decisions.setHidden(id, isHidden, { by, reason, now: now() });
  const [view] = saved ? await withOwners(profiles, [saved]) : [];
  if (!view) throw new AppError('playlist_not_found');
  return view;
};
