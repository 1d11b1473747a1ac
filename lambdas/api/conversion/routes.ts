import type { Route } from '../../http/route.ts';
import { awsConversionV3 } from './aws-conversion-v3.ts';
import { cancel } from './cancel.ts';
import { listSteps } from './list-steps.ts';
import { runStep } from './run-step.ts';
import type { ConversionApiDeps } from './deps.ts';

/** The feature's endpoints. */
export const conversionRoutes = (deps: ConversionApiDeps): readonly Route[] => [
  awsConversionV3(deps),
  cancel(deps),
  listSteps(deps),
  runStep(deps),
];
