import type { Route } from '../../http/route.ts';
import { inputValidator } from './input-validator.ts';
import type { SecurityDeps } from './deps.ts';

/** The feature's endpoints. */
export const securityRoutes = (deps: SecurityDeps): readonly Route[] => [inputValidator(deps)];
