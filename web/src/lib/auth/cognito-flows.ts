/** Sign-in and sign-up with the user pool. Loaded by `cognito.ts` when they are needed. */
import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  resendSignUpCode,
  resetPassword,
  signIn,
  signUp,
  type SignInOutput,
} from 'aws-amplify/auth';
import type { CognitoClient, SignInStep } from './cognito-types.ts';

const steps: Readonly<Partial<Record<SignInOutput['nextStep']['signInStep'], SignInStep>>> = {
  DONE: 'done',
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: 'new-password',
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: 'totp',
  CONFIRM_SIGN_UP: 'confirm-sign-up',
  RESET_PASSWORD: 'reset-password',
};

const stepOf = ({ nextStep }: SignInOutput): SignInStep => {
  const step = steps[nextStep.signInStep];
  if (step === undefined)
    throw new Error("This account requires a sign-in method that isn't supported here. Contact support.");
  return step;
};

/** See `CognitoClient.signIn`. */
export const startSignIn: CognitoClient['signIn'] = async (username, password) =>
  stepOf(await signIn({ username, password }));

/** See `CognitoClient.answerChallenge`. */
export const answerChallenge: CognitoClient['answerChallenge'] = async (challengeResponse) =>
  stepOf(await confirmSignIn({ challengeResponse }));

/** See `CognitoClient.signUp`. */
export const startSignUp: CognitoClient['signUp'] = async ({ username, email, password, fullName }) => {
  const userAttributes = { email, ...(fullName === '' ? {} : { name: fullName }) };
  await signUp({ username, password, options: { userAttributes } });
};

/** See `CognitoClient.confirmSignUp`. */
export const finishSignUp: CognitoClient['confirmSignUp'] = async (username, confirmationCode) => {
  await confirmSignUp({ username, confirmationCode });
};

/** See `CognitoClient.resendCode`. */
export const resendCode: CognitoClient['resendCode'] = async (username) => {
  await resendSignUpCode({ username });
};

/** See `CognitoClient.requestPasswordReset`. */
export const requestPasswordReset: CognitoClient['requestPasswordReset'] = async (username) => {
  await resetPassword({ username });
};

/** See `CognitoClient.confirmPasswordReset`. */
export const finishPasswordReset: CognitoClient['confirmPasswordReset'] = (username, confirmationCode, newPassword) =>
  confirmResetPassword({ username, confirmationCode, newPassword });
