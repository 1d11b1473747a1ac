import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { AnalysisApiDeps } from './deps.ts';
import { readTitles } from './read-titles.ts';

/** Lists titles with the state and results of their analysis. */
export const listTitles = (deps: AnalysisApiDeps) =>
  route(endpoints['analysis.list-titles'], async ({ query: { cursor, limit, ...filter } }) => ({
    status: 200,
    body: await readTitles(deps, filter, { cursor, limit }),
  }));
