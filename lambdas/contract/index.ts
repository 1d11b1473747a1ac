import { listenerEndpoints } from './listener-endpoints.ts';
import { scriptEndpoints } from './script-endpoints.ts';
import { staffEndpoints } from './staff-endpoints.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

/**
 * Every endpoint of the API. A key is `<feature>.<use case>`: the feature is the function's folder under `lambdas/api`,
 * and the use case is a file in that folder. Metrics use the same key.
 */
export const endpoints = { ...listenerEndpoints, ...staffEndpoints, ...webhookEndpoints, ...scriptEndpoints };

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;

/** Endpoints that the web application calls: all but webhooks and those of scripts. */
export type ClientEndpoints = typeof listenerEndpoints & typeof staffEndpoints;
