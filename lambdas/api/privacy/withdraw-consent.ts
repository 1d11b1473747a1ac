import { endpoints } from '../../contract/index.ts';
import { consentChanges, guardRate } from '../../domain/limits/rate-limit.ts';
import { toPrivacyConsent, withdraw } from '../../domain/privacy/decision.ts';
import { route } from '../../http/route.ts';
import type { PrivacyDeps } from './deps.ts';

/** Withdraws the signed-in user's consent. What is essential continues. */
export const withdrawConsent = ({ consents, counters, sessions, now }: PrivacyDeps) =>
  route(endpoints['privacy.withdraw-consent'], async ({ actor: { userId }, sender }) => {
    await guardRate(counters, consentChanges, userId, now());
    const { purposes } = await consents.record(userId, withdraw(sender.globalPrivacyControl), now());
    await sessions.forgetPlaces(userId, now());
    return { status: 200, body: toPrivacyConsent(userId, purposes) };
  });
