import { AppError } from '../../domain/app-error.ts';

/** The caller's token, for calls to the user pool on their behalf. The gateway accepts no call without one. */
export const tokenOf = ({ accessToken }: { readonly accessToken?: string | undefined }): string => {
  if (accessToken === undefined) throw new AppError('unauthenticated');
  return accessToken;
};
