import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { sourceLocation } from '../source-download.ts';
import type { TokensDeps } from './deps.ts';

/** Redirects to a download of an uploaded file, with its original name. */
export const getOriginal = ({ sources }: TokensDeps) =>
  route(endpoints['tokens.get-original'], async ({ params, actor }) => {
    const location = await sourceLocation(sources, params.id, actor);
    return { status: 302, headers: { location, 'cache-control': 'no-store' } };
  });
