import type { Route } from '../../http/route.ts';
import type { PlaysDeps } from './deps.ts';
import { exportCreator } from './export-creator.ts';
import { exportTitle } from './export-title.ts';
import { exportTotals } from './export-totals.ts';
import { getCreator } from './get-creator.ts';
import { getQuality } from './get-quality.ts';
import { getStreams } from './get-streams.ts';
import { getTitle } from './get-title.ts';
import { getTotals } from './get-totals.ts';
import { listOwnCreators } from './list-own-creators.ts';

/** The feature's endpoints. */
export const playsRoutes = (deps: PlaysDeps): readonly Route[] => [
  getTitle(deps),
  exportTitle(deps),
  listOwnCreators(deps),
  getCreator(deps),
  exportCreator(deps),
  getTotals(deps),
  exportTotals(deps),
  getQuality(deps),
  getStreams(deps),
];
