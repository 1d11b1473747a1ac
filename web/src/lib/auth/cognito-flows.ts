/** Sign-in with the user pool. Loaded by `cognito.ts` when they are needed. */
import { confirmSignIn, fetchAuthSession, signIn, signOut, type SignInOutput } from 'aws-amplify/auth';
import type { AppConfig } from '../../../../lambdas/contract/config.ts';
import type { CognitoClient, SignInStep } from './cognito-types.ts';
import { verifyNew } from './verify-token.ts';

const steps: Readonly<Partial<Record<SignInOutput['nextStep']['signInStep'], SignInStep>>> = {
  DONE: 'done',
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: 'new-password',
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: 'totp',
  CONFIRM_SIGN_IN_WITH_SMS_CODE: 'sms',
  RESET_PASSWORD: 'reset-password',
};

const stepOf = ({ nextStep }: SignInOutput): SignInStep => {
  const step = steps[nextStep.signInStep];
  if (step === undefined)
    throw new Error("This account requires a sign-in method that isn't supported here. Contact support.");
  return step;
};

/** Creates the calls. Tokens that the published keys of the user pool did not sign are discarded. */
export const createSignIn = (config: AppConfig): Pick<CognitoClient, 'signIn' | 'answerChallenge'> => {
  const verified = async (output: SignInOutput): Promise<SignInStep> => {
    const step = stepOf(output);
    if (step !== 'done') return step;
    try {
      const { tokens } = await fetchAuthSession();
      const { accessToken, idToken } = tokens ?? {};
      await verifyNew(config, [String(accessToken ?? ''), String(idToken ?? '')]);
    } catch (error) {
      await signOut().catch(() => undefined);
      throw error;
    }
    return step;
  };
  return {
    signIn: async (username, password) => verified(await signIn({ username, password })),
    answerChallenge: async (challengeResponse) => verified(await confirmSignIn({ challengeResponse })),
  };
};
