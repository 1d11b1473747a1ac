import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { exportKey } from '../../domain/privacy/data-request.ts';
import { route } from '../../http/route.ts';
import type { DataRequestsDeps } from './deps.ts';

/** Seconds for which the URL is valid: enough to start a download. */
const EXPIRES_IN = 300;

/** Returns a URL of the current user's export. Another user's request is not found. */
export const getDownload = ({ requests, signer, now }: DataRequestsDeps) =>
  route(endpoints['data-requests.get-download'], async ({ actor: { userId }, params: { id } }) => {
    const request = await requests.get(userId, id);
    if (request?.request_type !== 'export') throw new AppError('request_not_found');
    const { download_until: until } = request;
    if (until === undefined) throw new AppError('invalid_state', 'Your export is still being made.');
    if (Date.parse(until) <= now()) throw new AppError('invalid_state', 'This export has expired. Ask for a new one.');
    const name = `soundstage-export-${request.created_at.slice(0, 10)}.zip`;
    const url = await signer.download(exportKey(userId, id), name, EXPIRES_IN);
    return { status: 200, body: { url, expires_in: EXPIRES_IN } };
  });
