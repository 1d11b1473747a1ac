import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { PlaysDeps } from './deps.ts';
import { readableTitle } from './readable.ts';
import { ofTitle, readReport } from './report.ts';

/** Returns the numbers of a title for its owner and administrators. */
export const getTitle = (deps: PlaysDeps) =>
  route(endpoints['plays.get-title'], async ({ params, query, actor }) => {
    const { id, title } = await readableTitle(deps, params.id, actor);
    return { status: 200, body: { content_id: id, title, ...(await readReport(deps, ofTitle(id), query.days)) } };
  });
