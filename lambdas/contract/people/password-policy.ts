/** What the user pool asks of passwords. */
export const passwordPolicy = {
  minLength: 12,
  requireLowercase: true,
  requireUppercase: true,
  requireDigits: true,
  requireSymbols: true,
} as const;

/** Cognito's symbols; a space counts too where it is neither first nor last. */
const SYMBOL = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|\S \S/;

/** What a password lacks, in plain words; empty when the pool takes it. */
const passwordFaults = (password: string): readonly string[] => [
  ...(password.length < passwordPolicy.minLength ? [`at least ${passwordPolicy.minLength} characters`] : []),
  ...(/[a-z]/.test(password) ? [] : ['a lower-case letter']),
  ...(/[A-Z]/.test(password) ? [] : ['an upper-case letter']),
  ...(/\d/.test(password) ? [] : ['a digit']),
  ...(SYMBOL.test(password) ? [] : ['a symbol']),
];

/** A sentence that says what a password lacks; undefined when the pool takes it. */
export const passwordAdvice = (password: string): string | undefined => {
  const faults = passwordFaults(password);
  const others = faults.slice(0, -1);
  return faults.length === 0
    ? undefined
    : `The password needs ${others.join(', ')}${others.length > 0 ? ' and ' : ''}${faults.at(-1)}.`;
};
