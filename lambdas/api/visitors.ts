import type { HttpDeps } from '../http/http-function.ts';
import type { Parameters } from '../platform/parameters.ts';
import { createTokenVerifier } from '../platform/token-verifier.ts';
import type { ApiParts } from './api-function.ts';
import { limitsVisitors } from './visitor-limit.ts';

/** Environment of a function that can be called without signing in. */
export interface VisitorEnv {
  readonly PUBLIC_CATALOG: string;
  readonly USER_POOL_CLIENT_ID: string;
  readonly ISSUER: string;
  readonly JWKS_URI: string;
  readonly CURSOR_KEY_PARAMETER: string;
}

/** Whether visitors can browse without signing in. */
export const isCatalogPublic = (env: Pick<VisitorEnv, 'PUBLIC_CATALOG'>): boolean => env.PUBLIC_CATALOG === 'true';

/** Verifies the tokens of optional sign-ins. In a public catalog, visitors are allowed and their calls are counted. */
export const visitorAccess =
  (env: VisitorEnv, parameters: Parameters) =>
  (parts: ApiParts): Pick<HttpDeps, 'verifier' | 'visitors'> => ({
    verifier: createTokenVerifier({ issuer: env.ISSUER, jwksUri: env.JWKS_URI, clientId: env.USER_POOL_CLIENT_ID }),
    ...(isCatalogPublic(env) ? limitsVisitors(env, parameters)(parts) : {}),
  });
