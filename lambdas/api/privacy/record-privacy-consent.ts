import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { consentChanges, guardRate } from '../../domain/limits/rate-limit.ts';
import { isConsented } from '../../domain/privacy/consented.ts';
import { decide, toPrivacyConsent } from '../../domain/privacy/decision.ts';
import { currentNotice } from '../../domain/privacy/notice.ts';
import { route } from '../../http/route.ts';
import type { PrivacyDeps } from './deps.ts';

/**
 * Records the signed-in user's decision. User and time are those of the server. A decision about another text than the
 * current one is rejected, because no one knows what the user then agreed to.
 */
export const recordPrivacyConsent = ({ consents, counters, sessions, now }: PrivacyDeps) =>
  route(endpoints['privacy.record-privacy-consent'], async ({ actor: { userId }, body, sender }) => {
    if (body.notice_hash !== currentNotice.hash) throw new AppError('notice_changed');
    await guardRate(counters, consentChanges, userId, now());
    const allowed = {
      analytics: body.p_analytics,
      behavioral: body.p_behavioral,
      marketing: body.p_marketing,
      functional: body.p_functional,
    };
    const { purposes } = await consents.record(userId, decide(allowed, sender.globalPrivacyControl), now());
    if (!isConsented(purposes, 'place')) await sessions.forgetPlaces(userId, now());
    return { status: 200, body: toPrivacyConsent(userId, purposes) };
  });
