import middy from '@middy/core';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { RightsReader, TokenVerifier } from '../domain/accounts/actor.ts';
import type { RateCounters } from '../domain/limits/rate-limit.ts';
import type { VisitorLimit } from '../domain/limits/visitor-limit.ts';
import type { Logger } from '../domain/logger.ts';
import { authenticate } from './access/authenticate.ts';
import { requireAssurance } from './access/assurance.ts';
import { authorize } from './access/authorize.ts';
import { denyLockedOut, limitCalls, requireForcedFactor } from './access/check-restrictions.ts';
import { checkSession, type SessionAdmission } from './access/check-session.ts';
import { endEarly, TIMEOUT_RESERVE_MS } from './end-early.ts';
import { limitBody } from './request/body-limits.ts';
import { limitVisitors } from './access/limit-visitors.ts';
import { logRequests } from './log-requests.ts';
import { matchRoute } from './request/match-route.ts';
import { noticeMovedToken, type SecurityRecording } from './access/notice-moved-token.ts';
import { parseBody } from './request/parse-body.ts';
import type { OriginHashes } from './access/origin-check.ts';
import { readRights } from './access/read-rights.ts';
import { recordRejections } from './access/record-rejections.ts';
import { requireDistribution } from './access/require-distribution.ts';
import { respondToErrors } from './response/respond-to-errors.ts';
import { respond } from './response/respond.ts';
import type { Route } from './route.ts';
import { securityHeaders } from './response/security-headers.ts';
import type { GatewayEvent, RequestState, Step } from './state.ts';
import {
  allowSmartToken,
  authenticateSmartToken,
  checkTokenSession,
  requireSmartTokens,
  type SmartTokenAccess,
} from './access/smart-token.ts';
import { validate } from './request/validate.ts';
import { requireVerifiers, verifySignature } from './access/verify-signature.ts';

/** Dependencies of the chain. */
export interface HttpDeps {
  readonly rights: RightsReader;
  /** Begins sessions; `apiFunction` requires it. When left out, sessions are not checked. */
  readonly sessions?: SessionAdmission;
  /** Counts the calls of users with a rate limit; `apiFunction` requires it. When left out, they are not limited. */
  readonly callers?: RateCounters;
  /** Secrets of the distribution; `apiFunction` requires them. When left out, callers may be anyone. */
  readonly origins?: OriginHashes;
  /** Required for endpoints with `auth: 'optional'`. */
  readonly verifier?: TokenVerifier;
  /** Required for endpoints with `auth: 'token'`. */
  readonly smartTokens?: SmartTokenAccess;
  /** For functions with endpoints that are open or for smart tokens: counts calls of visitors who are not signed in. */
  readonly visitors?: VisitorLimit;
  /** Records security events; `apiFunction` requires it. When left out, none are recorded. */
  readonly security?: SecurityRecording;
  /** Whether administrators and moderators must have a second factor. @default false */
  readonly adminsNeedFactor?: boolean;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A Lambda handler for the gateway's payload format 2.0. */
export type HttpHandler = (event: GatewayEvent, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * The Lambda of one feature. The chain: check the origin, match the route, limit the body, verify the signature,
 * authenticate, read rights, deny users who are locked out, check the session, notice a token that moved, limit the
 * calls of users with a rate limit, authorize, check the use of a smart token and count its calls, check a forced
 * factor and the assurance of the sign-in, count visitors, parse the body, validate, run the use case, respond, record
 * a rejection. The body is parsed after authorization, so that callers without permission learn nothing about it, and
 * after visitors are counted, so that they cannot make the function parse any number of bodies. Never rejects: every
 * error becomes a response.
 */
export const httpFunction = (routes: readonly Route[], deps: HttpDeps): HttpHandler => {
  requireVerifiers(routes);
  requireSmartTokens(routes, deps.smartTokens);
  // middy passes only the event to its handler, so the state is kept by event.
  const states = new WeakMap<GatewayEvent, RequestState>();
  const keepState: Step = { before: ({ event, internal }) => void states.set(event, internal) };
  const { logger, security, visitors, smartTokens, now = Date.now } = deps;
  const steps = [
    logRequests(logger, now),
    recordRejections({ recorder: security?.recorder, visitors, logger, now }),
    securityHeaders(),
    respondToErrors(logger),
    requireDistribution(deps.origins),
    matchRoute(routes),
    limitBody(),
    verifySignature(),
    authenticate(deps.verifier),
    authenticateSmartToken({ access: smartTokens, visitors, now }),
    readRights(deps.rights),
    denyLockedOut(now),
    checkSession(deps.sessions, now),
    checkTokenSession(now),
    noticeMovedToken(security, logger, now),
    limitCalls(deps.callers, now),
    authorize(),
    allowSmartToken(smartTokens, now),
    requireForcedFactor(now),
    requireAssurance(now, deps.adminsNeedFactor ?? false),
    limitVisitors(visitors, now),
    parseBody(),
    validate(),
    keepState,
  ];
  return middy({ timeoutEarlyInMillis: TIMEOUT_RESERVE_MS })
    .use(steps.map(endEarly))
    .handler((event: GatewayEvent) => respond(event, states.get(event) ?? {})) as unknown as HttpHandler;
};
