import { passwordAdvice } from '../../contract/people/password-policy.ts';
import { AppError } from '../../domain/app-error.ts';

/** Throws `validation_failed` for a password that the pool would reject, before a code is used up for it. */
export const requireStrong = (password: string): void => {
  const advice = passwordAdvice(password);
  if (advice !== undefined) throw new AppError('validation_failed', advice, [{ path: 'password', message: advice }]);
};
