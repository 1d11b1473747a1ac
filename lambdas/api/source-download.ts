import type { ContentRecords } from '../data/content/content-records.ts';
import type { CreatorRepository } from '../data/content/creator-repository.ts';
import type { UploadRepository } from '../data/conversion/upload-repository.ts';
import { AppError } from '../domain/app-error.ts';
import type { Content } from '../domain/content/content.ts';
import { attachmentDisposition } from '../domain/uploads/download-name.ts';
import { canDownloadSource } from '../domain/uploads/download-right.ts';
import type { Actor } from '../http/route.ts';
import type { UploadSigner } from '../platform/storage/upload-signer.ts';

/** Lifetime of a download URL in seconds. A download that began in time can end later. */
const DOWNLOAD_SECONDS = 300;

/** What a download of a source file needs. */
export interface SourceDeps {
  readonly content: Pick<ContentRecords, 'get'>;
  readonly creators: Pick<CreatorRepository, 'get'>;
  readonly uploads: Pick<UploadRepository, 'get'>;
  readonly signer: Pick<UploadSigner, 'download'>;
}

/** Download URL of a content item's source file, with its original name. Undefined when the file is not stored. */
export const signSource = async (
  { uploads, signer }: Pick<SourceDeps, 'uploads' | 'signer'>,
  content: Content,
): Promise<string | undefined> => {
  const { source_key: key, source_version_id: versionId, original_file_name: fileName } = content;
  const upload = await uploads.get(content.id);
  if (!versionId || upload?.state !== 'claimed' || upload.key !== key) return undefined;
  return signer.download({ key, versionId, disposition: attachmentDisposition(fileName), expiresIn: DOWNLOAD_SECONDS });
};

/**
 * Download URL of the source file of a content item, for its owner and administrators. Throws `content_not_found` for
 * everyone else, for whom the item does not exist, and `media_not_available` when the file is not stored.
 */
export const sourceLocation = async (
  deps: SourceDeps,
  contentId: string,
  actor: Pick<Actor, 'userId' | 'role'>,
): Promise<string> => {
  const content = await deps.content.get(contentId);
  if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
  const creator = actor.role === 'admin' ? undefined : await deps.creators.get(content.creator_id);
  if (!canDownloadSource(creator, actor)) throw new AppError('content_not_found');
  const location = await signSource(deps, content);
  if (location === undefined) throw new AppError('media_not_available');
  return location;
};
