import type { Plan } from '../../contract/shared.ts';
import { AppError } from '../../domain/app-error.ts';
import type { UploadsDeps } from './deps.ts';

/** For whom an upload is allotted. */
export interface UploadTarget {
  readonly creator: { readonly id: string; readonly plan: Plan };
  /** The content whose file it shall replace, and that file. */
  readonly replaced?:
    | { readonly contentId: string; readonly file: { readonly file_name: string; readonly file_size: number } }
    | undefined;
}

/** Whose storage a file takes. Throws AppError `content_not_found` for a content that is not there any more. */
export const targetOf = async (deps: UploadsDeps, contentId: string | undefined): Promise<UploadTarget> => {
  if (contentId === undefined) return { creator: await deps.creators.organization() };
  const content = await deps.content.get(contentId, { consistent: true });
  if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
  const creator = await deps.creators.get(content.creator_id);
  if (!creator) throw new AppError('creator_not_found');
  return {
    creator,
    replaced: { contentId, file: { file_name: content.original_file_name, file_size: content.file_size } },
  };
};
