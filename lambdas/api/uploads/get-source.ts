import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { canDownloadSource } from '../../domain/uploads/download-right.ts';
import { route } from '../../http/route.ts';
import type { UploadsDeps } from './deps.ts';
import { signSource } from './sign-source.ts';

/**
 * Redirects the item's owner and administrators to a download of the uploaded file, with its original name. For
 * everyone else the item does not exist.
 */
export const getSource = (deps: UploadsDeps) =>
  route(endpoints['uploads.get-source'], async ({ params, actor }) => {
    const content = await deps.content.get(params.id);
    if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
    const creator = actor.role === 'admin' ? undefined : await deps.creators.get(content.creator_id);
    if (!canDownloadSource(creator, actor)) throw new AppError('content_not_found');
    const location = await signSource(deps, content);
    if (location === undefined) throw new AppError('media_not_available');
    return { status: 302, headers: { location, 'cache-control': 'no-store' } };
  });
