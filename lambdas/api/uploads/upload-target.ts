import type { Plan } from '../../contract/shared.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Content } from '../../domain/content/content.ts';
import { assertNotHeld } from '../../domain/content/legal-hold.ts';
import type { AnnouncedFile } from '../../domain/uploads/upload-rules.ts';
import type { UploadsDeps } from './deps.ts';

/** The announced file, and the content item whose file it replaces, if any. */
export type RequestedFile = AnnouncedFile & { readonly contentId?: string | undefined };

/** The creator whose storage an upload uses, and what it replaces. */
export interface UploadTarget {
  readonly creator: { readonly id: string; readonly plan: Plan };
  /** The content item whose file the upload replaces, and that file. */
  readonly replaced?:
    | { readonly contentId: string; readonly file: { readonly file_name: string; readonly file_size: number } }
    | undefined;
}

/**
 * The content item whose file will be replaced. Throws AppError `content_not_found` when it was deleted, and
 * `invalid_state` during a legal hold.
 */
export const findReplaceable = async (deps: Pick<UploadsDeps, 'content'>, contentId: string): Promise<Content> => {
  const content = await deps.content.get(contentId, { consistent: true });
  if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
  assertNotHeld(content, 'replace');
  return content;
};

/**
 * The target of an upload. A new content item belongs to the organization. Throws AppError `creator_not_found`, and
 * whatever `findReplaceable` throws.
 */
export const targetOf = async (deps: UploadsDeps, contentId: string | undefined): Promise<UploadTarget> => {
  if (contentId === undefined) return { creator: await deps.creators.organization() };
  const content = await findReplaceable(deps, contentId);
  const creator = await deps.creators.get(content.creator_id);
  if (!creator) throw new AppError('creator_not_found');
  return {
    creator,
    replaced: { contentId, file: { file_name: content.original_file_name, file_size: content.file_size } },
  };
};
