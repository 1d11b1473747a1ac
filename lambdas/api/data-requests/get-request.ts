import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { toRequestDetails } from '../../domain/privacy/data-request.ts';
import { route } from '../../http/route.ts';
import type { DataRequestsDeps } from './deps.ts';

/** Returns a request of any user with its progress and receipt. */
export const getRequest = ({ requests }: DataRequestsDeps) =>
  route(endpoints['data-requests.get-request'], async ({ params: { userId, id } }) => {
    const request = await requests.get(userId, id);
    if (!request) throw new AppError('request_not_found');
    return { status: 200, body: toRequestDetails(request) };
  });
