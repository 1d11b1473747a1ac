import {
  retentionDays,
  retentionMinutes,
  retentionMonths,
  type RetentionKey,
} from '../../../../lambdas/contract/retention.ts';

/** Minimum age of users, in years (listener specification, section 9). */
const MINIMUM_AGE = 16;

const months = (key: RetentionKey): string => `${retentionMonths(key)} months`;
const days = (key: RetentionKey): string => `${retentionDays(key)} days`;
const minutes = (key: RetentionKey): string => `${retentionMinutes(key)} minutes`;

/**
 * The privacy policy: what this version of the product does with personal data, and nothing else. The periods come from
 * the product's own retention settings.
 */
export const privacyPolicy = (platform: string) => ({
  title: 'Privacy Policy',
  lead:
    `${platform} runs in the cloud account of the organization that offers it to you. ` +
    'That organization controls your data, and no one else receives it.',
  sections: [
    {
      id: 'stored',
      title: 'What we store about you',
      points: [
        'Your email address, your name if you provide it, the date you joined, your role, and your plan.',
        'A one-way verifier of your password. The sign-in service stores it; we never see your password.',
        'What you played, when, and where you stopped, so you can resume on any device. You can pause or clear this.',
        'Your likes, your playlists, and your player queue.',
        'Playlists that you report, with your reason. No one sees who sent a report.',
        'If you manage content: your actions as an administrator or moderator, in a tamper-evident log.',
      ],
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      points: [
        'The tokens that keep you signed in, until you sign out or for up to 30 days.',
        'Your theme, sound, and playback speed settings, and which uploads are unfinished.',
        'Cookies during playback. They give you access to one title for a short time and do not identify you.',
      ],
      paragraphs: ['There is no advertising and no third-party tracking, and nothing is loaded from third parties.'],
    },
    {
      id: 'why',
      title: 'How we use it',
      points: [
        'To sign you in, to play what your plan includes, and to resume where you left off.',
        'To count plays. A title shows how often it was played, but never by whom.',
        'To keep accounts safe. For a few minutes, we count incorrect codes and frequent requests ' +
          'under a hash of the address that they come from.',
        'To answer you when you ask for help.',
      ],
      paragraphs: ['We make no decisions about you by automated means alone, and we never sell your data.'],
    },
    {
      id: 'where',
      title: 'Where we store it and who can see it',
      paragraphs: [
        'Your data is stored in the cloud account of the organization that runs this site, ' +
          'encrypted at rest and in transit. ' +
          "Amazon Web Services stores it on the organization's behalf, in the region that the organization chose.",
        'Administrators of this site can see your name, email address, role, and plan. ' +
          'Only you can see what you played. ' +
          'Other people can see a playlist only if you make it unlisted or public. ' +
          'If it is then reported or hidden, administrators can see its title and description until it is deleted.',
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      table: {
        heads: ['Data', 'Retention period'],
        rows: [
          ['Your account', 'Until it is deleted'],
          ['Usage data: what you played and where you stopped', `About ${months('usage_data')}`],
          ['Security logs', months('security_events')],
          ['Administrator and moderator actions', months('audit_log')],
          ['Reports of playlists', months('playlist_reports')],
          ['Unconfirmed accounts', days('unconfirmed_accounts')],
          ['Username codes', minutes('username_requests')],
          ['Abuse prevention counters', 'A few minutes'],
        ] as const,
      },
    },
    {
      id: 'rights',
      title: 'Your rights',
      points: [
        'You can change your name under Profile and delete your history, likes, and playlists yourself.',
        'You can ask the organization that runs this site for a copy of your data, to correct it, or to delete it.',
        'You can object to how your data is used and file a complaint with your data protection authority.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      paragraphs: [
        `The service is not for people under ${MINIMUM_AGE}. ` +
          'If we learn that a user is younger, we delete the account.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      paragraphs: ['This policy describes the version of the product that you are using, and is updated with it.'],
    },
  ],
});
