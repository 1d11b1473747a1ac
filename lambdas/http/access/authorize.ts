import { allowedRoles } from '../../domain/accounts/actor.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Step } from '../state.ts';

/** Denies callers whose role the endpoint does not allow. */
export const authorize = (): Step => ({
  before({ internal: { route, actor } }) {
    const auth = route?.endpoint.auth;
    if (auth !== 'user' && auth !== 'moderator' && auth !== 'admin') return;
    if (!actor) throw new AppError('unauthenticated');
    if (!allowedRoles[auth].has(actor.role)) throw new AppError('forbidden');
  },
});
