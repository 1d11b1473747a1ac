/** Password policy of the user pool. */
export const passwordPolicy = {
  minLength: 12,
  requireLowercase: true,
  requireUppercase: true,
  requireDigits: true,
  requireSymbols: true,
} as const;

/** Cognito's symbols. A space counts too, except at the start or the end. */
const SYMBOL = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|\S \S/;

/** Requirements that a password does not meet; empty when the pool accepts it. */
const passwordFaults = (password: string): readonly string[] => [
  ...(password.length < passwordPolicy.minLength ? [`at least ${passwordPolicy.minLength} characters`] : []),
  ...(/[a-z]/.test(password) ? [] : ['a lowercase letter']),
  ...(/[A-Z]/.test(password) ? [] : ['an uppercase letter']),
  ...(/\d/.test(password) ? [] : ['a digit']),
  ...(SYMBOL.test(password) ? [] : ['a symbol']),
];

/** A sentence that says what a password is missing. Undefined when the pool accepts it. */
export const passwordAdvice = (password: string): string | undefined => {
  if (/^\s|\s$/.test(password)) return "The password can't start or end with a space.";
  const faults = passwordFaults(password);
  const others = faults.slice(0, -1);
  return faults.length === 0
    ? undefined
    : `The password needs ${others.join(', ')}${others.length > 0 ? ' and ' : ''}${faults.at(-1)}.`;
};
