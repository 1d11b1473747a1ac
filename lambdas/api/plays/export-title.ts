import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { PlaysDeps } from './deps.ts';
import { readableTitle } from './readable.ts';
import { ofTitle, readCsv } from './report.ts';

/** Returns the days and months of a title as CSV, for its owner and administrators. */
export const exportTitle = (deps: PlaysDeps) =>
  route(endpoints['plays.export-title'], async ({ params, query, actor }) => {
    const { id } = await readableTitle(deps, params.id, actor);
    return { status: 200, body: { file_name: `plays-${id}.csv`, csv: await readCsv(deps, ofTitle(id), query.days) } };
  });
