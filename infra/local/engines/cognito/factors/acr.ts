import type { Method } from '../state.ts';

const LEVEL_PREFIX = 'urn:cognito:loa:';
/** Cognito's four fixed levels. The second is a code by SMS or email alone, which the local cloud does not accept. */
export type Level = 1 | 2 | 3 | 4;

/** Whether a method is a passkey. */
export const isPasskey = (method: Method): boolean => method === 'swk' || method === 'hwk';

/** Whether a code was one of these methods. It is always the second one. */
export const hasCode = (methods: readonly Method[]): boolean => methods.includes('otp') || methods.includes('sms');

/** The level that these methods reach: a code by SMS is worth less than one of an authenticator app. */
export const levelOf = (methods: readonly Method[]): Level | undefined => {
  if (methods.includes('pwd') && methods.includes('otp')) return 4;
  if (methods.some(isPasskey) || hasCode(methods)) return 3;
  return methods.includes('pwd') ? 1 : undefined;
};

/** The claims `acr` and `amr` of a sign-in. */
export const assuranceClaims = (
  methods: readonly Method[],
): { readonly acr?: string; readonly amr?: readonly string[] } => {
  const level = levelOf(methods);
  if (level === undefined) return {};
  return { acr: `${LEVEL_PREFIX}${level}`, amr: hasCode(methods) ? [...methods, 'mfa'] : [...methods] };
};
