/** How strongly a sign-in proves who the user is (NIST SP 800-63B): `aal2` is a second factor or a passkey. */
export type Assurance = 'aal1' | 'aal2';

/** The claims of an access token about the sign-in it comes from. Refreshing the token keeps them. */
export interface SignIn {
  /** `origin_jti`: one id for all tokens of a sign-in; null in a token without one. */
  readonly id: string | null;
  /** `auth_time`: when the user proved who they are, in epoch seconds; null in a token without one. */
  readonly authenticatedAt: number | null;
  /**
   * `unknown` in a token without `amr`. Cognito adds the claim to user pools one after another, so a pool may not have
   * it yet, and tokens of sign-ins before it does not either.
   */
  readonly assurance: Assurance | 'unknown';
  /** The user signed in with a passkey. */
  readonly byPasskey?: true;
}

/** Methods of `amr` (RFC 8176) that name a passkey. */
const PASSKEY_METHODS: ReadonlySet<string> = new Set(['swk', 'hwk']);
/** Methods that make `aal2`: several factors, or a passkey, which requires user verification. */
const STRONG_METHODS: ReadonlySet<string> = new Set(['mfa', ...PASSKEY_METHODS]);

/** Methods as a token lists them, or as the gateway writes a list into its text claims: `[pwd mfa]`. */
const methodsOf = (claim: unknown): readonly string[] =>
  Array.isArray(claim) ? claim.map(String) : String(claim ?? '').split(/[\s,[\]"]+/);

const assuranceOf = (methods: readonly string[]): SignIn['assurance'] => {
  if (methods.length === 0) return 'unknown';
  return methods.some((method) => STRONG_METHODS.has(method)) ? 'aal2' : 'aal1';
};

const textOf = (claim: unknown): string | null => (typeof claim === 'string' && claim !== '' ? claim : null);

/** Reads the sign-in from verified claims. The gateway passes all claims as strings. */
export const signInOf = (claims: Readonly<Record<string, unknown>>): SignIn => {
  const authTime = Number(claims['auth_time'] ?? Number.NaN);
  const methods = methodsOf(claims['amr']).filter((method) => method !== '');
  return {
    id: textOf(claims['origin_jti']),
    authenticatedAt: Number.isSafeInteger(authTime) ? authTime : null,
    assurance: assuranceOf(methods),
    ...(methods.some((method) => PASSKEY_METHODS.has(method)) ? { byPasskey: true as const } : {}),
  };
};
