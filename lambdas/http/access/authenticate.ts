import type { TokenClaims, TokenVerifier } from '../../domain/accounts/actor.ts';
import { AppError } from '../../domain/app-error.ts';
import { signInOf } from '../../domain/accounts/sign-in.ts';
import type { GatewayEvent, RequestState, Step } from '../state.ts';

/** A Cognito `sub`. It becomes part of a key, so no other text is accepted. */
const SUB = /^[0-9a-f-]{36}$/;

/** Reads the caller from the claims of a verified token. Throws `token_invalid` unless it is an access token. */
const accept = (state: RequestState, claims: TokenClaims): void => {
  const { sub, token_use: use } = claims;
  if (use !== 'access' || typeof sub !== 'string' || !SUB.test(sub)) throw new AppError('token_invalid');
  state.userId = sub;
  state.signIn = signInOf(claims);
};

const bearerToken = (event: GatewayEvent): string | undefined => {
  const header = event.headers['authorization'];
  if (header === undefined || header === '') return undefined;
  const token = /^Bearer +([A-Za-z0-9_.-]+)$/i.exec(header)?.[1];
  if (token === undefined) throw new AppError('token_invalid');
  return token;
};

/**
 * Identifies the caller. For `user` and higher, the gateway has verified the token, and its claims are read. For
 * `optional`, a token is verified here if there is one. `public` and `signature` have no caller, and `token` is
 * another step.
 */
export const authenticate = (verifier: TokenVerifier | undefined): Step => ({
  async before({ event, internal }) {
    const auth = internal.route?.endpoint.auth;
    if (auth === 'public' || auth === 'signature' || auth === 'token') return;
    if (auth !== 'optional') {
      const claims = event.requestContext.authorizer?.jwt?.claims;
      if (!claims) throw new AppError('unauthenticated');
      accept(internal, claims);
      const token = bearerToken(event);
      if (token !== undefined) internal.accessToken = token;
      return;
    }
    const token = bearerToken(event);
    if (token === undefined) return;
    if (!verifier) throw new Error('A function with an optional endpoint needs a token verifier');
    accept(internal, await verifier.verify(token));
  },
});
