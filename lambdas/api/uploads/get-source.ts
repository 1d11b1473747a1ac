import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { sourceLocation } from '../source-download.ts';
import type { UploadsDeps } from './deps.ts';

/**
 * Redirects the item's owner and administrators to a download of the uploaded file, with its original name. For
 * everyone else the item does not exist.
 */
export const getSource = (deps: UploadsDeps) =>
  route(endpoints['uploads.get-source'], async ({ params, actor }) => {
    const location = await sourceLocation(deps, params.id, actor);
    return { status: 302, headers: { location, 'cache-control': 'no-store' } };
  });
