import { PHONE_ID, TOTP_ID } from '../../contract/people/factors.ts';
import { AppError } from '../../domain/app-error.ts';
import type { CodeFactorId } from '../../domain/factors/challenge.ts';

/** The factor that a challenge is about. Passkeys are none: the browser answers the user pool itself. */
export const codeFactorId = (id: string): CodeFactorId => {
  if (id === TOTP_ID || id === PHONE_ID) return id;
  throw new AppError('factor_not_found');
};
