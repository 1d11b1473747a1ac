import type { TokenLevel, TRUST_WEIGHTS } from '../../../../lambdas/contract/security/token-rules.ts';
import type { TokenState, TokenUse } from '../../../../lambdas/contract/security/smart-tokens.ts';

const uses: Readonly<Record<TokenUse, string>> = {
  original: 'Download originals',
  export: 'Download data exports',
  api: 'Read the catalog and the history',
};

const states: Readonly<Record<TokenState, string>> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
  session_ended: 'Session ended',
};

const parts: Readonly<Record<keyof typeof TRUST_WEIGHTS, string>> = {
  start: 'Start',
  history: 'Analyzed behavior, as a browser reported it',
  office_hours: 'Created during office hours (9 to 17, UTC)',
  location: 'Place of the session, as its browser reported it',
};

/** Texts about smart tokens that users and administrators see. */
export const tokenTexts = {
  uses,
  states,
  level: (level: TokenLevel) => `Security level ${level}`,
  calls: (calls: string) => `Up to ${calls} calls an hour`,
  expires: (when: string) => `Valid until ${when}`,
  expired: (when: string) => `Was valid until ${when}`,
  created: (when: string) => `Created on ${when}`,
  used: (when: string) => `Last used on ${when}`,
  unused: 'Never used',
  revoked: (when: string, reason: string) => `Revoked on ${when}: ${reason}`,
  trust: (score: number) => `Trust: ${score} of 100`,
  parts,
  part: (name: string, points: number) => `${name}: ${points > 0 ? `+${points}` : points}`,
  limits: 'The sum is kept between 0 and 100.',
  purpose:
    'Trust and security level inform the user and administrators. They restrict nothing: a token of any level allows ' +
    'the same. What a browser reported can be forged.',
  revoke: {
    action: 'Revoke',
    of: (name: string) => `Revoke ${name}`,
    title: (name: string) => `Revoke ${name}?`,
    text: 'Scripts that use it are denied at once. This cannot be undone.',
    ownHint: 'Shown with the token.',
    hint: 'Shown with the token, and recorded in the audit log.',
    done: 'Token Revoked',
    doneText: (name: string) => `${name} no longer works.`,
    failed: 'Revocation Failed',
    failedText: 'Unable to revoke token. Please try again.',
    over: 'The token is not active any more. The list was reloaded.',
  },
} as const;
