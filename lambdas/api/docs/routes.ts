import type { Route } from '../../http/route.ts';
import { getOpenapi } from './get-openapi.ts';

/** The feature's endpoints. */
export const docsRoutes = (): readonly Route[] => [getOpenapi()];
