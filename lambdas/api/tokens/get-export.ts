import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { exportLocation } from '../export-download.ts';
import type { TokensDeps } from './deps.ts';

/** Redirects to a download of an export of the user's data. */
export const getExport = ({ exports: parts }: TokensDeps) =>
  route(endpoints['tokens.get-export'], async ({ params, actor }) => {
    const location = await exportLocation(parts, actor.userId, params.id);
    return { status: 302, headers: { location, 'cache-control': 'no-store' } };
  });
