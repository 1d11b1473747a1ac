import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { PlaysDeps } from './deps.ts';
import { readableCreator } from './readable.ts';
import { ofCreator, readCsv } from './report.ts';

/** Returns the days and months of all titles of a creator as CSV, for its owner and administrators. */
export const exportCreator = (deps: PlaysDeps) =>
  route(endpoints['plays.export-creator'], async ({ params, query, actor }) => {
    const { id } = await readableCreator(deps, params.id, actor);
    return { status: 200, body: { file_name: `plays-${id}.csv`, csv: await readCsv(deps, ofCreator(id), query.days) } };
  });
