import { assertAssurance } from '../../domain/accounts/assurance.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Step } from '../state.ts';

/**
 * Checks that the sign-in is as strong and as fresh as the endpoint asks. It follows authorization, so that callers
 * without permission are not asked for a factor in vain. With `adminsNeedFactor`, endpoints for staff require a sign-in
 * with a second factor; a user who has none must set one up first. `now` returns milliseconds.
 */
export const requireAssurance = (now: () => number, adminsNeedFactor: boolean): Step => ({
  before({ internal: { route, actor } }) {
    if (!route || !actor) return;
    const { auth, assurance, freshSeconds } = route.endpoint;
    const isStaffs = adminsNeedFactor && (auth === 'admin' || auth === 'moderator');
    if (isStaffs && !actor.hasSecondFactor) throw new AppError('factor_required');
    const demanded = isStaffs ? 'aal2' : assurance;
    if (demanded === undefined && freshSeconds === undefined) return;
    assertAssurance(
      { ...(demanded ? { assurance: demanded } : {}), ...(freshSeconds === undefined ? {} : { freshSeconds }) },
      actor.signIn,
      actor.hasSecondFactor ?? false,
      now(),
    );
  },
});
