import { listenerEndpoints } from './listener-endpoints.ts';
import { staffEndpoints } from './staff-endpoints.ts';

/**
 * The API, whole. A key is `<feature>.<use case>`: the feature is the function's folder under `lambdas/api`, the use
 * case the file in it, and the key is the name in metrics.
 */
export const endpoints = { ...listenerEndpoints, ...staffEndpoints };

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
