import { retentionDays, retentionMinutes, retentionMonths, type RetentionKey } from '../../../../lambdas/contract/retention.ts';

/** Youngest people whom the service is for (listener specification, section 9). */
const LEAST_AGE = 16;

const months = (key: RetentionKey): string => `${retentionMonths(key)} months`;
const days = (key: RetentionKey): string => `${retentionDays(key)} days`;
const minutes = (key: RetentionKey): string => `${retentionMinutes(key)} minutes`;

/**
 * The privacy policy: what this version of the product does with personal data, and nothing that it does not do.
 * Periods are those that the product keeps.
 */
export const privacyPolicy = (platform: string) => ({
  title: 'Privacy Policy',
  lead: `${platform} runs on the account of the organization that offers it to you. That organization decides over your data; nobody else receives it.`,
  sections: [
    {
      id: 'stored',
      title: 'What is stored about you',
      points: [
        'Your email address and, if you give it, your name; the day you joined; your role and your plan.',
        'Your password, as a verifier that cannot be turned back into it. The sign-in service keeps it; we never see it.',
        'What you played, when, and where you stopped, so that you find it again on every device. You can pause this and clear it.',
        'What you like, your playlists, and the queue of the player.',
        'If you manage content: what you did as an administrator or moderator, in a log that nobody can change.',
      ],
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      points: [
        'The tokens that keep you signed in, until you sign out or for 30 days.',
        'Your choice of light or dark, of sound and speed, and which uploads are not finished.',
        'Cookies when you play something: they open that one title to you for a short time and carry no name.',
      ],
      paragraphs: ['There is no advertising, no tracking by third parties, and nothing is loaded from anybody else.'],
    },
    {
      id: 'why',
      title: 'What it is used for',
      points: [
        'To let you in, to play what your plan includes, and to go on where you stopped.',
        'To count plays. A title shows how often it was played, never by whom.',
        'To keep accounts safe: wrong codes and many calls in a short time are counted under a hash of the address that they come from, for some minutes.',
        'To answer you when you ask for help.',
      ],
      paragraphs: ['Nothing is decided about you by a machine alone, and nothing is sold.'],
    },
    {
      id: 'where',
      title: 'Where it is kept, and who sees it',
      paragraphs: [
        "In the cloud account of the organization that runs this site, encrypted at rest and on its way. Amazon Web Services stores it on the organization's behalf; the region is the one that the organization chose.",
        'Administrators of this site see your name, email address, role and plan. What you watched is shown to you alone. A playlist is seen by others only when you make it unlisted or public.',
      ],
    },
    {
      id: 'retention',
      title: 'How long it is kept',
      table: {
        heads: ['What', 'How long'],
        rows: [
          ['Your account', 'Until it is deleted'],
          ['Usage data: what you played and where you stopped', `About ${months('usage_data')}`],
          ['Security logs', months('security_events')],
          ['What administrators did', months('audit_log')],
          ['Accounts that were never confirmed', days('unconfirmed_accounts')],
          ['Codes for a username', minutes('username_requests')],
          ['Counters against abuse', 'Minutes'],
        ] as const,
      },
    },
    {
      id: 'rights',
      title: 'Your rights',
      points: [
        'Your name you change under Profile. Your history, likes and playlists you can delete yourself.',
        'You may ask the organization that runs this site for a copy of your data, for its correction and for its deletion.',
        'You may object to what is done with it, and complain to your data protection authority.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      paragraphs: [
        `The service is not for people under ${LEAST_AGE}. Accounts of younger people are deleted when we learn of them.`,
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      paragraphs: ['This page describes the version of the product that you are using. It changes with it.'],
    },
  ],
});
