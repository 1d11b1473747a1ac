import { AppError } from '../../domain/app-error.ts';
import type { VisitorLimit } from '../../domain/limits/visitor-limit.ts';
import { guardRate, type RateCounters } from '../../domain/limits/rate-limit.ts';
import type { checkProof, Proof } from '../../domain/security/tokens/proof.ts';
import { SmartTokenInvalid, type ProofFault } from '../../domain/security/tokens/rejection.ts';
import {
  callsOfToken,
  sessionOf,
  signInOfToken,
  tokenHash,
  tokenIn,
  type StoredToken,
} from '../../domain/security/tokens/token.ts';
import type { Route } from '../route.ts';
import type { GatewayEvent, RequestState, Step } from '../state.ts';
import { limitVisitor } from './limit-visitors.ts';

/** Milliseconds of a minute: the precision of a token's last activity. */
const MINUTE_MS = 60_000;

/** What calls with a smart token need. */
export interface SmartTokenAccess {
  readonly tokens: {
    find(hash: string): Promise<StoredToken | undefined>;
    /** False when another request used the proof before. */
    useProof(proof: Proof, requestId: string, now: number): Promise<boolean>;
    touch(token: StoredToken, at: string): Promise<void>;
  };
  /** Passed in, because what verifies signatures would enlarge every bundle. */
  readonly checkProof: typeof checkProof;
  /** Counts the calls of tokens. */
  readonly counters: RateCounters;
  /** The origin of the site, which proofs name: `https://media.example.org`. Must be cached. */
  readonly readOrigin: () => Promise<string>;
}

/** Throws for a route that needs access to smart tokens, if there is none, so that the function does not start. */
export const requireSmartTokens = (routes: readonly Route[], access: SmartTokenAccess | undefined): void => {
  for (const { endpoint } of routes) {
    if (endpoint.auth !== 'token') continue;
    if (!access || endpoint.tokenUse === undefined)
      throw new Error(`${endpoint.method} ${endpoint.path} has no access to smart tokens, or no use of them`);
  }
};

/** The fault of a proof that was checked on its own: with the token's key, and whether it was used before. */
const faultOf = async (
  proof: Proof | ProofFault,
  token: StoredToken,
  { tokens }: SmartTokenAccess,
  { requestId, now }: { readonly requestId: string; readonly now: number },
): Promise<ProofFault | undefined> => {
  if (typeof proof === 'string') return proof;
  if (proof.thumbprint !== token.thumbprint) return 'other_key';
  return (await tokens.useProof(proof, requestId, now)) ? undefined : 'used_before';
};

const proofOf = async (
  { headers, rawPath }: GatewayEvent,
  { endpoint: { method } }: Route,
  token: string,
  access: SmartTokenAccess,
  now: number,
): Promise<Proof | ProofFault> => {
  const origin = await access.readOrigin();
  return access.checkProof(headers['dpop'], { method, url: `${origin}${rawPath}`, token, now });
};

/** Finds the token of a call and checks its proof. Adds the caller to the state. `at` in milliseconds. */
const identify = async (
  event: GatewayEvent,
  internal: RequestState,
  { access, route, at }: { readonly access: SmartTokenAccess; readonly route: Route; readonly at: number },
): Promise<void> => {
  const text = tokenIn(event.headers['authorization']);
  if (text === undefined) throw SmartTokenInvalid.token('missing');
  const proof = await proofOf(event, route, text, access, at);
  const token = await access.tokens.find(tokenHash(text));
  if (!token)
    throw typeof proof === 'string' ? SmartTokenInvalid.proofAlone(proof) : SmartTokenInvalid.token('unknown');
  internal.userId = token.user_id;
  internal.signIn = signInOfToken(token);
  const isRevoked = token.revoked_at !== undefined;
  const isRepeat = token.refresh_salt !== undefined && route.endpoint.acceptsRefreshed === true;
  if (isRevoked && !isRepeat) throw SmartTokenInvalid.token('revoked');
  if (token.valid_until <= at) throw SmartTokenInvalid.token('expired');
  const fault = await faultOf(proof, token, access, { requestId: event.requestContext.requestId, now: at });
  // A token that was refreshed is worth nothing without its key, so it is no theft.
  if (fault !== undefined)
    throw isRevoked ? SmartTokenInvalid.token('revoked') : SmartTokenInvalid.proof(token.id, fault);
  Object.assign(internal, { smartToken: token, tokenText: text });
};

/** Who is identified, and who is limited. */
interface SmartTokenCheck {
  readonly access: SmartTokenAccess | undefined;
  /** Counts rejected calls by address. When left out, they are not limited. */
  readonly visitors: VisitorLimit | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Identifies the caller of an endpoint with `auth: 'token'` by a smart token and a proof of its key (RFC 9449). Someone
 * who sends a valid token without such a proof does not have its key, so the token was stolen: the error says so, and
 * the chain records it. What the user may do is checked afterwards, like for a sign-in.
 *
 * A caller that is rejected counts as a visitor, so that no one can try tokens, and make us read and record, without
 * limit. Above the limit, it throws TooManyRequests. A theft does not count: it is always recorded, and limited as an
 * event of the user.
 */
export const authenticateSmartToken = ({ access, visitors, now }: SmartTokenCheck): Step => ({
  async before({ event, internal }) {
    const { route } = internal;
    if (!access || route?.endpoint.auth !== 'token') return;
    const at = now();
    try {
      await identify(event, internal, { access, route, at });
    } catch (error) {
      if (error instanceof SmartTokenInvalid && !error.theft) await limitVisitor(visitors, event, at);
      throw error;
    }
  },
});

/** Denies calls with a smart token whose session is not active. The sessions were read with the rights. */
export const checkTokenSession = (now: () => number): Step => ({
  before({ internal: { smartToken, sessions } }) {
    if (smartToken && !sessionOf(smartToken, sessions, now())) throw SmartTokenInvalid.token('session_ended');
  },
});

/**
 * Denies calls with a smart token of another use, and counts the others: a token allows so many an hour. Throws
 * `wrong_token_use` or TooManyRequests. Stores when the token was last used, once a minute.
 */
export const allowSmartToken = (access: SmartTokenAccess | undefined, now: () => number): Step => ({
  async before({ internal: { route, smartToken } }) {
    if (!access || !smartToken) return;
    const use = route?.endpoint.tokenUse;
    if (use !== 'any' && use !== smartToken.use)
      throw new AppError('wrong_token_use', `This smart token was issued for "${smartToken.use}".`);
    const at = now();
    await guardRate(access.counters, callsOfToken, smartToken.id, at);
    const last = smartToken.last_activity === undefined ? 0 : Date.parse(smartToken.last_activity);
    if (Math.floor(at / MINUTE_MS) === Math.floor(last / MINUTE_MS)) return;
    await access.tokens.touch(smartToken, new Date(at).toISOString());
  },
});
