import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { exportLocation, EXPORT_URL_SECONDS } from '../export-download.ts';
import type { DataRequestsDeps } from './deps.ts';

/** Returns a URL of the current user's export. Another user's request is not found. */
export const getDownload = (deps: DataRequestsDeps) =>
  route(endpoints['data-requests.get-download'], async ({ actor: { userId }, params: { id } }) => {
    const url = await exportLocation(deps, userId, id);
    return { status: 200, body: { url, expires_in: EXPORT_URL_SECONDS } };
  });
