import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { canDownloadSource } from '../../domain/uploads/download-right.ts';
import { parseUploadKey } from '../../domain/uploads/upload.ts';
import { route } from '../../http/route.ts';
import { signSource } from '../source-download.ts';
import type { UploadsDeps } from './deps.ts';

/**
 * Returns a download URL of a content item's source file to its owner and to administrators. In all other cases it
 * returns not found, so that it reveals nothing about existing files.
 */
export const s3DownloadUrl = (deps: UploadsDeps) =>
  route(endpoints['uploads.s3-download-url'], async ({ body: { s3Key }, actor }) => {
    const contentId = parseUploadKey(s3Key)?.contentId;
    const content = contentId === undefined ? undefined : await deps.content.get(contentId);
    if (content?.source_key !== s3Key || content.deleted_at !== undefined) throw new AppError('upload_not_found');
    const creator = actor.role === 'admin' ? undefined : await deps.creators.get(content.creator_id);
    const downloadUrl = canDownloadSource(creator, actor) ? await signSource(deps, content) : undefined;
    if (downloadUrl === undefined) throw new AppError('upload_not_found');
    return { status: 200, body: { downloadUrl }, headers: { 'cache-control': 'no-store' } };
  });
