import type { AppConfig } from '../../../../lambdas/contract/config.ts';

/** The claims of a token whose signature is valid. */
export type VerifiedClaims = Readonly<Record<string, unknown>>;

/** Verifies tokens of the user pool against its published keys. */
export interface ClientTokenVerifier {
  /** Rejects with one of the specification's texts. */
  verify(token: string): Promise<VerifiedClaims>;
}

type SigningKey = JsonWebKey & { readonly kid?: string };

const RS256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

const bytesOf = (part: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

const readPart = (part: string): Record<string, unknown> => {
  try {
    return JSON.parse(new TextDecoder().decode(bytesOf(part))) as Record<string, unknown>;
  } catch {
    throw new Error('Invalid JWT');
  }
};

/** How far the clock of the user pool, which issued a token just now, is ahead of this one, in milliseconds. */
export const driftOf = (token: string): number => {
  const { iat } = readPart(token.split('.')[1] ?? '');
  return Number(iat ?? 0) * 1000 - Date.now();
};

/**
 * Verifies tokens that the user pool issued just now. Their age is measured by the user pool's clock, because this
 * device's may be wrong. Returns the claims in the same order. Rejects as `ClientTokenVerifier.verify` does.
 */
export const verifyNew = async (config: AppConfig, tokens: readonly string[]): Promise<readonly VerifiedClaims[]> => {
  const drift = driftOf(tokens[0] ?? '');
  const verifier = createClientTokenVerifier(config, { now: () => Date.now(), drift: () => drift });
  const claims: VerifiedClaims[] = [];
  // One after another: the first one loads the keys for all.
  for (const token of tokens) claims.push(await verifier.verify(token));
  return claims;
};

/**
 * Creates the verifier. The keys are kept; an unknown key is looked for once more, because the user pool may have
 * replaced its keys. `now` returns milliseconds; `drift` is how far the user pool's clock is ahead of this one.
 */
export const createClientTokenVerifier = (
  config: AppConfig,
  options: { readonly now: () => number; readonly drift?: () => number; readonly fetch?: typeof fetch },
): ClientTokenVerifier => {
  const host = config.userPoolEndpoint ?? `https://cognito-idp.${config.region}.amazonaws.com`;
  const address = `${host.replace(/\/$/, '')}/${config.userPoolId}/.well-known/jwks.json`;
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));
  let cached: readonly SigningKey[] | undefined;

  const load = async (): Promise<readonly SigningKey[]> => {
    const response = await send(address);
    const { keys = [] } = (await response.json()) as { keys?: readonly SigningKey[] };
    if (keys.length === 0) throw new Error('JWKS is empty');
    cached = keys;
    return keys;
  };

  const keyOf = async (kid: unknown): Promise<SigningKey> => {
    const find = (keys: readonly SigningKey[] | undefined) => keys?.find((key) => key.kid === kid);
    const key = find(cached) ?? find(await load());
    if (!key) throw new Error('No matching signing key found in JWKS');
    return key;
  };

  return {
    async verify(token) {
      const [head = '', body = '', signature = ''] = token.split('.');
      const { alg, kid } = readPart(head);
      const claims = readPart(body);
      if (alg !== 'RS256') throw new Error('Invalid JWT signature');
      const now = options.now() + (options.drift?.() ?? 0);
      if (typeof claims['exp'] !== 'number' || claims['exp'] * 1000 <= now) throw new Error('JWT has expired');
      const key = await crypto.subtle.importKey('jwk', await keyOf(kid), RS256, false, ['verify']);
      const signed = new TextEncoder().encode(`${head}.${body}`);
      if (!(await crypto.subtle.verify(RS256.name, key, bytesOf(signature), signed)))
        throw new Error('Invalid JWT signature');
      return claims;
    },
  };
};
