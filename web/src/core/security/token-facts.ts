import { TOKEN_CALLS_AN_HOUR } from '../../../../lambdas/contract/security/token-rules.ts';
import type { SmartToken } from '../../../../lambdas/contract/security/smart-tokens.ts';
import { formatCount, formatZonedTime } from '../../lib/format.ts';
import type { BadgeTone } from '../../ui/feedback/badge.tsx';
import { tokenTexts as texts } from './token-texts.ts';

/** The look of each state. */
export const tokenTones: Readonly<Record<SmartToken['state'], BadgeTone>> = {
  active: 'success',
  expired: 'outline',
  revoked: 'danger',
  session_ended: 'outline',
};

/** What is known about a token, one fact a line. */
export const tokenFacts = (token: SmartToken): readonly string[] => [
  texts.uses[token.use],
  texts.level(token.security_level),
  texts.calls(formatCount(TOKEN_CALLS_AN_HOUR)),
  texts.created(formatZonedTime(token.created_at)),
  (token.state === 'active' ? texts.expires : texts.expired)(formatZonedTime(token.expires_at)),
  token.last_activity === null ? texts.unused : texts.used(formatZonedTime(token.last_activity)),
  ...(token.revoked_at === null ? [] : [texts.revoked(formatZonedTime(token.revoked_at), token.revoke_reason ?? '')]),
];
