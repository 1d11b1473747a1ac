import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { PlaysDeps } from './deps.ts';
import { readableCreator } from './readable.ts';
import { ofCreator, readReport } from './report.ts';

/** Returns the numbers of all titles of a creator together, for its owner and administrators. */
export const getCreator = (deps: PlaysDeps) =>
  route(endpoints['plays.get-creator'], async ({ params, query, actor }) => {
    const { id, name, content_count: titles = 0 } = await readableCreator(deps, params.id, actor);
    const report = await readReport(deps, ofCreator(id), query.days);
    return { status: 200, body: { creator_id: id, name, titles, ...report } };
  });
