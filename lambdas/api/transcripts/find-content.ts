import { AppError } from '../../domain/app-error.ts';
import type { Content } from '../../domain/content/content.ts';
import { entitle } from '../../domain/playback/entitlement.ts';
import type { Actor } from '../../http/route.ts';
import type { TranscriptDeps } from './deps.ts';

/** An item that is not being deleted. @throws AppError `content_not_found` */
export const findContent = async ({ content }: Pick<TranscriptDeps, 'content'>, id: string): Promise<Content> => {
  const found = await content.get(id);
  if (!found || found.deleted_at !== undefined) throw new AppError('content_not_found');
  return found;
};

/**
 * An item whose words the caller can read: the same as those whose sound they can hear.
 * @throws AppError `content_not_found` or `plan_required`
 */
export const findReadable = async (deps: TranscriptDeps, id: string, actor: Actor): Promise<Content> => {
  const found = await findContent(deps, id);
  const entitlement = entitle(found, actor);
  if (!entitlement.granted && entitlement.code !== 'media_not_available') throw new AppError(entitlement.code);
  return found;
};
