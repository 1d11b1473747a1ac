import type { Route } from '../../http/route.ts';
import type { AnalysisApiDeps } from './deps.ts';
import { correctAnalysis } from './correct-analysis.ts';
import { getAnalysis } from './get-analysis.ts';
import { getBudget } from './get-budget.ts';
import { getEstimate } from './get-estimate.ts';
import { getOverview } from './get-overview.ts';
import { listTitles } from './list-titles.ts';
import { runAnalysis } from './run-analysis.ts';

/** The feature's endpoints. */
export const analysisRoutes = (deps: AnalysisApiDeps): readonly Route[] => [
  correctAnalysis(deps),
  getAnalysis(deps),
  getBudget(deps),
  getEstimate(deps),
  getOverview(deps),
  listTitles(deps),
  runAnalysis(deps),
];
