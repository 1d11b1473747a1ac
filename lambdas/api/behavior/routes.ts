import type { Route } from '../../http/route.ts';
import type { BehaviorDeps } from './deps.ts';
import { listPatterns } from './list-patterns.ts';
import { recordPattern } from './record-pattern.ts';

/** The feature's endpoints. */
export const behaviorRoutes = (deps: BehaviorDeps): readonly Route[] => [recordPattern(deps), listPatterns(deps)];
