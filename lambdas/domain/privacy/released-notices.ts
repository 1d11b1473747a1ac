import type { ConsentNotice } from '../../contract/people/consent.ts';

/**
 * Every text of the consent dialog that users may have decided about, the oldest first. The history of decisions refers
 * to these texts by hash, so none is ever changed or removed. A new version of the notice is added here as text, and
 * not by reference, so that a later change of it changes nothing here. The hash is that of the text as JSON, with the
 * fields in this order and without the hash itself.
 */
export const releasedNotices: readonly ConsentNotice[] = [
  {
    version: 1,
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
          'with security events.',
      },
      {
        name: 'behavioral',
        title: 'Behavioral Security Analysis',
        text: 'Allows recording how you use the site, to notice when someone else uses your account.',
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
    retention: 'Data retention: automatic deletion after 2 years of inactivity.',
    hash: 'e97989cc020355c4dffe9a5951c2dd4aecad8031d9ceef4dc442f58c15085926',
  },
  {
    version: 2,
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
          'with security events.',
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
    retention: 'Data retention: automatic deletion after 2 years of inactivity.',
    hash: '53a6611160f9760cdbbf3acc34c070ee0ce0291d5fdc38e528d6252c97cfee4a',
  },
  {
    version: 3,
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
    retention: 'Data retention: automatic deletion after 2 years of inactivity.',
    hash: '911e7bc06775384eaec068411197bc55c007e394cc69dbd02e9f23606e8864aa',
  },
];

/** The released text with a hash; undefined if there is none. */
export const releasedNotice = (hash: string): ConsentNotice | undefined =>
  releasedNotices.find((notice) => notice.hash === hash);
