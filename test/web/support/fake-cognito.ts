import type { ConfirmStep } from '../../../web/src/lib/auth/cognito-types.ts';
import type { CognitoClient, SignInStep } from '../../../web/src/lib/auth/cognito.ts';

/** An error of the user pool: `name` identifies it, `message` is for users. */
export const poolError = (name: string, message: string): Error => Object.assign(new Error(message), { name });

/** A user pool whose results a test sets; `calls` records the calls it received. */
export interface FakeCognito extends CognitoClient {
  readonly calls: (readonly [method: string, ...args: unknown[]])[];
  token: string | undefined;
  /** Results of the next sign-in and challenge calls, in order. */
  steps: (SignInStep | Error)[];
  /** Errors of the other methods, by method name. */
  failures: Partial<Record<keyof CognitoClient, Error>>;
  /** Ends the session from the pool's side. */
  loseSession: () => void;
}

/** Creates a pool without a signed-in user. */
export const createFakeCognito = (): FakeCognito => {
  const listeners = new Set<() => void>();
  const asked = async (method: keyof CognitoClient, ...args: unknown[]) => {
    fake.calls.push([method, ...args]);
    const failure = fake.failures[method];
    if (failure) throw failure;
  };
  const step = async (method: keyof CognitoClient, ...args: unknown[]): Promise<SignInStep> => {
    await asked(method, ...args);
    const next = fake.steps.shift() ?? 'done';
    if (next instanceof Error) throw next;
    if (next === 'done') fake.token = 'access-token';
    return next;
  };
  /** A confirmation gives the session a new token. */
  const confirm = async (method: keyof CognitoClient, ...args: unknown[]): Promise<ConfirmStep> => {
    await asked(method, ...args);
    const next = fake.steps.shift() ?? 'done';
    if (next instanceof Error) throw next;
    if (next === 'totp' || next === 'sms') return next;
    fake.token = `${fake.token ?? ''}+`;
    return 'done';
  };
  const fake: FakeCognito = {
    calls: [],
    token: undefined,
    steps: [],
    failures: {},
    loseSession: () => listeners.forEach((listener) => listener()),
    accessToken: async () => {
      if (fake.failures.accessToken) throw fake.failures.accessToken;
      return fake.token;
    },
    signIn: (...args) => step('signIn', ...args),
    answerChallenge: (...args) => step('answerChallenge', ...args),
    signInWithPasskey: (...args) => step('signInWithPasskey', ...args),
    confirmWithPassword: (...args) => confirm('confirmWithPassword', ...args),
    confirmWithPasskey: (...args) => confirm('confirmWithPasskey', ...args),
    confirmWithCode: (...args) => confirm('confirmWithCode', ...args),
    acceptTokens: (...args) => confirm('acceptTokens', ...args),
    signOut: async () => {
      await asked('signOut');
      fake.token = undefined;
    },
    onSessionLost: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return fake;
};
