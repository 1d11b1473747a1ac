import type { Mail } from '../../domain/mail/mail.ts';
import type { FactorsDeps } from './deps.ts';

const IF_NOT_YOU = "If this wasn't you, change your password now and contact your administrator.";
const SET_UP = 'Sign in with your password, remove passkeys that you lost, and set up a new factor under Security.';

/** Emails that notify a user of a change of their factors. */
export const notices = {
  totpAdded: {
    subject: 'Authenticator app added',
    intro: 'An authenticator app was set up for your Soundstage account. Signing in now asks for its codes.',
    outro: IF_NOT_YOU,
  },
  phoneAdded: {
    subject: 'Phone added',
    intro: 'A phone was added to your Soundstage account. Signing in now asks for the codes that it receives.',
    outro: IF_NOT_YOU,
  },
  passkeyAdded: {
    subject: 'Passkey added',
    intro: 'A passkey was added to your Soundstage account. It signs you in without your password.',
    outro: IF_NOT_YOU,
  },
  factorRemoved: {
    subject: 'Sign-in method removed',
    intro: 'An authenticator app, a phone or a passkey was removed from your Soundstage account.',
    outro: IF_NOT_YOU,
  },
  codeUsed: {
    subject: 'Recovery code used',
    intro: `A recovery code removed the authenticator app and the phone from your Soundstage account. ${SET_UP}`,
    outro: IF_NOT_YOU,
  },
  reset: {
    subject: 'Second factor reset',
    intro: `An administrator removed the authenticator app and the phone from your Soundstage account. ${SET_UP}`,
    outro: "If you didn't ask for this, change your password now and contact your administrator.",
  },
} satisfies Record<string, Mail>;

/** Sends a notice. The change is done: an email that cannot be sent is logged and fails nothing. */
export const notify = async (
  { profiles, mailer, logger }: Pick<FactorsDeps, 'profiles' | 'mailer' | 'logger'>,
  userId: string,
  notice: Mail,
): Promise<void> => {
  try {
    const profile = await profiles.get(userId);
    if (profile && profile.email !== '') await mailer.send(profile.email, notice);
  } catch (error) {
    logger.error('A notice about factors was not sent', { subject: notice.subject }, error);
  }
};
