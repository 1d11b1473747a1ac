import { endpoints } from '../../contract/index.ts';
import { signInOf } from '../../domain/accounts/sign-in.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';

/** `token_invalid` would say that the token of this call is invalid. */
const notFound = (error: unknown): never => {
  throw error instanceof AppError && error.code === 'token_invalid' ? new AppError('session_not_found') : error;
};

/** Replaces the session of an older access token of the same user by that of this call. */
export const renewSession = ({ sessions, verifier, now }: SessionsDeps) =>
  route(endpoints['sessions.renew-session'], async ({ actor: { userId, signIn }, body }) => {
    const claims = await verifier.verify(body.previous).catch(notFound);
    const from = signInOf(claims).id;
    const isOwn = claims['token_use'] === 'access' && claims['sub'] === userId;
    if (!isOwn || from === null || signIn.id === null) throw new AppError('session_not_found');
    if (!(await sessions.renew(userId, { from, to: signIn.id }, now()))) throw new AppError('session_not_found');
    return { status: 204 };
  });
