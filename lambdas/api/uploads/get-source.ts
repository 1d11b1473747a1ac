import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { attachmentDisposition } from '../../domain/uploads/download-name.ts';
import { route } from '../../http/route.ts';
import type { UploadsDeps } from './routes.ts';

/** Seconds that a download may wait before it begins. */
const DOWNLOAD_SECONDS = 300;

/** Redirects to a download of the uploaded file under its own name. */
export const getSource = (deps: UploadsDeps) =>
  route(endpoints['uploads.get-source'], async ({ params }) => {
    const [content, upload] = await Promise.all([deps.content.get(params.id), deps.uploads.get(params.id)]);
    if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
    if (!content.source_version_id || upload?.state !== 'claimed') throw new AppError('media_not_available');
    const location = await deps.signer.download({
      key: content.source_key,
      versionId: content.source_version_id,
      disposition: attachmentDisposition(content.original_file_name),
      expiresIn: DOWNLOAD_SECONDS,
    });
    return { status: 302, headers: { location, 'cache-control': 'no-store' } };
  });
