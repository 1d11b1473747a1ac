import { AppError } from '../../domain/app-error.ts';
import type { SignIn } from '../../domain/accounts/sign-in.ts';
import { deviceHash, deviceLabel, deviceSecretIn } from '../../domain/sessions/device.ts';
import { sessionStateOf, type SessionState, type Visit } from '../../domain/sessions/session.ts';
import type { GatewayEvent, Step } from '../state.ts';

/** Begins sessions: one conditional write. */
export interface SessionAdmission {
  admit(userId: string, signIn: SignIn, visit: Visit, now: number): Promise<SessionState | 'full' | 'locked'>;
}

/** What a request shows of its device. */
const visitOf = ({ cookies, headers }: GatewayEvent): Visit => {
  const secret = deviceSecretIn(cookies);
  return { label: deviceLabel(headers['user-agent']), device: secret === undefined ? undefined : deviceHash(secret) };
};

/**
 * Denies calls of ended and expired sessions, and those of a sign-in for which there is no room, except for the calls
 * that make room. The sessions were read with the rights. Only the first call of a sign-in, and one that would be
 * denied, is decided on the current item, because the read may have been a moment old. A smart
 * token begins no session, so another step checks that of its user.
 */
export const checkSession = (sessions: SessionAdmission | undefined, now: () => number): Step => ({
  async before({ event, internal }) {
    const { userId, signIn, sessions: read, route, smartToken } = internal;
    if (smartToken || !sessions || userId === undefined || signIn === undefined) return;
    if (sessionStateOf(read, signIn, now()) === 'active') return;
    const keepsOthers = route?.endpoint.beyondSessionLimit === true;
    const visit = { ...visitOf(event), ...(keepsOthers ? { keepsOthers } : {}) };
    const state = await sessions.admit(userId, signIn, visit, now());
    if (state === 'locked') throw new AppError('account_locked');
    if (state === 'ended') throw new AppError('session_ended');
    if (state === 'expired') throw new AppError('session_expired');
    if (state === 'full' && !keepsOthers) throw new AppError('session_limit');
  },
});
