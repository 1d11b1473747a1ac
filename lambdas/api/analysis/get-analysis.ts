import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { AnalysisApiDeps } from './deps.ts';
import { readAnalysis } from './read-analysis.ts';
import { toView } from './to-view.ts';

/** Returns what the analysis found in a content item, with the corrections of users. */
export const getAnalysis = (deps: AnalysisApiDeps) =>
  route(endpoints['analysis.get-analysis'], async ({ params: { id } }) => ({
    status: 200,
    body: await toView(deps, await readAnalysis(deps, id)),
  }));
