import middy from '@middy/core';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { RightsReader, TokenVerifier } from '../domain/accounts/actor.ts';
import type { RateCounters } from '../domain/limits/rate-limit.ts';
import type { Logger } from '../domain/logger.ts';
import { answerErrors } from './answer-errors.ts';
import { answer } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { limitVisitors } from './limit-visitors.ts';
import { logRequests } from './log-requests.ts';
import { matchRoute } from './match-route.ts';
import { parseBody } from './parse-body.ts';
import { readRights } from './read-rights.ts';
import type { Route } from './route.ts';
import { securityHeaders } from './security-headers.ts';
import type { GatewayEvent, RequestState, Step } from './state.ts';
import { validate } from './validate.ts';
import { requireVerifiers, verifySignature } from './verify-signature.ts';

/** Milliseconds before the function's own limit at which a request is answered 503 instead of being cut off. */
const TIMEOUT_RESERVE_MS = 250;

/** What the chain needs of the outside. */
export interface HttpDeps {
  readonly rights: RightsReader;
  /** Needed where an endpoint's `auth` is `optional`. */
  readonly verifier?: TokenVerifier;
  /** Where the function has open endpoints: counts who calls them without being signed in. */
  readonly visitors?: RateCounters;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A Lambda handler of the gateway's payload format 2.0. */
export type HttpHandler = (event: GatewayEvent, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * One feature's Lambda: the chain find route, verify a signature, authenticate, read rights, authorize, parse, validate, count visitors,
 * run, answer. Who may not call learns nothing about the body, so parsing comes after authorizing. Never rejects: every
 * error has an answer.
 */
export const httpFunction = (routes: readonly Route[], deps: HttpDeps): HttpHandler => {
  requireVerifiers(routes);
  // middy gives its handler the event only; what the steps found out is kept by event.
  const states = new WeakMap<GatewayEvent, RequestState>();
  const keepState: Step = { before: ({ event, internal }) => void states.set(event, internal) };
  return middy({ timeoutEarlyInMillis: TIMEOUT_RESERVE_MS })
    .use([
      logRequests(deps.logger, deps.now ?? Date.now),
      securityHeaders(),
      answerErrors(deps.logger),
      matchRoute(routes),
      verifySignature(),
      authenticate(deps.verifier),
      readRights(deps.rights),
      authorize(),
      parseBody(),
      validate(),
      limitVisitors(deps.visitors, deps.now ?? Date.now),
      keepState,
    ])
    .handler((event: GatewayEvent) => answer(event, states.get(event) ?? {})) as unknown as HttpHandler;
};
