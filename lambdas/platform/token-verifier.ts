import { JwtBaseError } from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import { JwtVerifier } from 'aws-jwt-verify/jwt-verifier';
import { AppError } from '../domain/app-error.ts';
import type { TokenVerifier } from '../domain/accounts/actor.ts';

/** Milliseconds to wait for the pool's public keys. */
const JWKS_TIMEOUT_MS = 3000;

/** Whose tokens are accepted. */
export interface TokenVerifierOptions {
  readonly issuer: string;
  readonly jwksUri: string;
  /** The app client that the tokens must be issued for. */
  readonly clientId: string;
}

/**
 * Verifies access tokens of the user pool for endpoints that the gateway does not protect. The keys are fetched once
 * per function instance, and again for an unknown key id, at an interval that the library limits.
 */
export const createTokenVerifier = (options: TokenVerifierOptions, request: typeof fetch = fetch): TokenVerifier => {
  const fetcher = {
    async fetch(uri: string): Promise<ArrayBuffer> {
      // Without the keys the token cannot be checked. That is not the caller's error.
      const response = await request(uri, { signal: AbortSignal.timeout(JWKS_TIMEOUT_MS) }).catch(() => undefined);
      if (!response?.ok) throw new AppError('unavailable');
      return response.arrayBuffer();
    },
  };
  const verifier = JwtVerifier.create(
    { issuer: options.issuer, audience: null, jwksUri: options.jwksUri },
    { jwksCache: new SimpleJwksCache({ fetcher }) },
  );
  return {
    async verify(token) {
      try {
        const claims = await verifier.verify(token);
        // The library accepts tokens without an expiration time; the gateway does not.
        if (claims.exp === undefined) throw new AppError('token_invalid');
        if (claims['client_id'] !== options.clientId && claims['aud'] !== options.clientId)
          throw new AppError('token_invalid');
        return claims;
      } catch (error) {
        if (error instanceof JwtBaseError) throw new AppError('token_invalid');
        throw error;
      }
    },
  };
};
