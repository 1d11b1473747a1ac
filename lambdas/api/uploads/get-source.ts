import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { UploadsDeps } from './deps.ts';
import { signSource } from './sign-source.ts';

/** Redirects to a download of the uploaded file, with its original name. */
export const getSource = (deps: UploadsDeps) =>
  route(endpoints['uploads.get-source'], async ({ params }) => {
    const content = await deps.content.get(params.id);
    if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
    const location = await signSource(deps, content);
    if (location === undefined) throw new AppError('media_not_available');
    return { status: 302, headers: { location, 'cache-control': 'no-store' } };
  });
