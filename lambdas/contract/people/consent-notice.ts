import { retentionYears } from '../retention.ts';
import type { Purpose } from './consent.ts';

/** Version of the notice. A changed text needs a new version, and an entry in `domain/privacy/released-notices.ts`. */
const NOTICE_VERSION = 3;

/**
 * What the consent dialog shows. The server sends it and stores its hash with each decision, so that a record proves
 * which text the user saw.
 */
export const consentNotice = {
  version: NOTICE_VERSION,
  language: 'en',
  title: 'Privacy & Cookie Consent',
  lead: 'Choose what this site may do with your data. Only what the site needs to work is on until you decide.',
  purposes: [
    {
      name: 'essential',
      title: 'Essential Cookies',
      text:
        'Signs you in, plays titles, and stores what you save and where you stopped. Security events are recorded ' +
        'without your address. The site does not work without this.',
    },
    {
      name: 'analytics',
      title: 'Analytics & Performance',
      text:
        'Allows storing your network address, shortened so that it no longer names one connection, ' +
        'with security events, and measuring how well titles play for you: how soon they start, interruptions, ' +
        'picture quality, the parts that you play, errors, your kind of device and your country. ' +
        'With your account, this is kept for one day. After that, only sums of all listeners remain.',
    },
    {
      name: 'behavioral',
      title: 'Behavioral Security Analysis',
      text:
        'Allows recording how you use the site: when you load it, and how often you play, skip, pause, click ' +
        'and move the mouse. Administrators can see these numbers, to notice when someone else or a program ' +
        'uses your account.',
    },
    {
      name: 'functional',
      title: 'Functional Enhancements',
      text: 'Together with Analytics & Performance, allows storing your approximate location.',
    },
    {
      name: 'marketing',
      title: 'Marketing & Communications',
      text: 'Allows emails about new features and offers.',
    },
  ],
  required: 'Required',
  changeLater: 'You can change your preferences later in your account settings.',
  retention: `Data retention: automatic deletion after ${retentionYears('inactive_accounts')} years of inactivity.`,
} as const;

/** The name of a purpose, as the dialog shows it. */
export const purposeTitle = (purpose: Purpose): string =>
  consentNotice.purposes.find(({ name }) => name === purpose)?.title ?? purpose;
