import { withConsent } from '../../domain/privacy/consented.ts';
import type { TrustFacts } from '../../domain/security/tokens/trust.ts';
import type { StoredSession } from '../../domain/sessions/session.ts';
import type { Actor } from '../../http/route.ts';
import type { TokensDeps } from './deps.ts';

/** What the user's browsers reported, as far as the user consents, and the time. `at` in milliseconds. */
export const factsOf = async (
  { tokens }: Pick<TokensDeps, 'tokens'>,
  actor: Actor,
  session: StoredSession,
  at: number,
): Promise<TrustFacts> => {
  const risks = await withConsent(actor, 'behavior', () => tokens.risksOf(actor.userId))?.value;
  const place = withConsent(actor, 'place', () => session.place);
  return { risks: risks ?? [], locationKnown: place !== undefined, at };
};
