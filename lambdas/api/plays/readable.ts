import type { StoredCreator } from '../../data/content/creator-repository.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Actor } from '../../http/route.ts';
import type { PlaysDeps } from './deps.ts';

const owns = (actor: Actor, creator: StoredCreator | undefined): boolean => creator?.user_id === actor.userId;

/** A title whose numbers the caller may read: administrators those of all titles, others of their own. */
export const readableTitle = async ({ titles, creators }: PlaysDeps, id: string, actor: Actor): Promise<Content> => {
  const content = (await titles.getMany([id])).get(id);
  if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
  if (actor.role === 'admin' || owns(actor, await creators.get(content.creator_id))) return content;
  throw new AppError('content_not_found');
};

/** The same for a creator. Others get the response for one that does not exist. */
export const readableCreator = async ({ creators }: PlaysDeps, id: string, actor: Actor): Promise<StoredCreator> => {
  const creator = await creators.get(id);
  if (creator && (actor.role === 'admin' || owns(actor, creator))) return creator;
  throw new AppError('creator_not_found');
};
