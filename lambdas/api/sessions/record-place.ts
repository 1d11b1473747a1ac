import { endpoints } from '../../contract/index.ts';
import { coarsePlace } from '../../domain/privacy/coarse-place.ts';
import { isConsented, withConsent } from '../../domain/privacy/consented.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';

/**
 * Records where this session is used, rounded, if its user consents to that. The consent is read again after the write:
 * a withdrawal before it removed no place yet, and one after it removes this one.
 */
export const recordPlace = ({ sessions, rights, now }: SessionsDeps) =>
  route(endpoints['sessions.record-place'], async ({ actor, body }) => {
    const place = withConsent(actor, 'place', () => coarsePlace(body));
    if (!place) return { status: 204 };
    await sessions.setPlace(actor.userId, actor.signIn.id ?? '', place, now());
    const { consent = [] } = (await rights.read(actor.userId, { consistent: true })) ?? {};
    if (!isConsented(consent, 'place')) await sessions.forgetPlaces(actor.userId, now());
    return { status: 204 };
  });
