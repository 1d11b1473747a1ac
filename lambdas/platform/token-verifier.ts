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
  /** App client that the tokens must have been made for. */
  readonly clientId: string;
}

/**
 * Verifies access tokens of the user pool for endpoints that the gateway does not guard. The keys are fetched once per
 * container, again for an unknown key id, with a pause between tries that the library keeps.
 */
export const createTokenVerifier = (options: TokenVerifierOptions, request: typeof fetch = fetch): TokenVerifier => {
  const fetcher = {
    async fetch(uri: string): Promise<ArrayBuffer> {
      // Without the keys nothing is known about the token: that is our fault, not the caller's.
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
        // The library lets a token without an end pass; the gateway does not.
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
