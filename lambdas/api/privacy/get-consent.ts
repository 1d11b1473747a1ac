import { endpoints } from '../../contract/index.ts';
import { toPrivacyConsent } from '../../domain/privacy/decision.ts';
import { currentNotice } from '../../domain/privacy/notice.ts';
import { route } from '../../http/route.ts';

/** Returns the signed-in user's decision, which every call reads anyway, and the text of the consent dialog. */
export const getConsent = () =>
  route(endpoints['privacy.get-consent'], async ({ actor: { userId, consent } }) => ({
    status: 200,
    body: { consent: consent ? toPrivacyConsent(userId, consent) : null, notice: currentNotice },
  }));
