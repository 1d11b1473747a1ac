import { periodText, retention } from '../../../../lambdas/contract/retention.ts';
import { MINIMUM_AGE, WITHDRAW_HOURS } from '../../../../lambdas/contract/people/time-limits.ts';
import { retentionRows } from './retention-rows.ts';

const storedSection = {
  id: 'stored',
  title: 'What we store about you',
  points: [
    'Your email address, your name if you provide it, the date you joined, your role, and your plan.',
    'A one-way verifier of your password, in the sign-in service. ' +
      'We pass on a password that you choose, and never store it.',
    'What you played, when, and where you stopped, so you can resume on any device. You can pause or clear this.',
    'Security events of your sign-ins: the time and the device. You can see them under Profile.',
    'Security events of your account: sign-ins that were begun and not completed, calls that were rejected, the use ' +
      'of your session without the cookie of its device, and changes of your role and of your account. ' +
      'They contain the time, your account, and which part of the site was called, but nothing that was entered.',
    'When you were last here, give or take a week, so that unused accounts can be deleted.',
    'Your likes, your playlists, and your player queue.',
    'If you create smart tokens: their names, what they are for, when they were last used, and a one-way verifier of ' +
      'each token.',
    'Your decisions about privacy, with the version and the hash of the text that you saw.',
    'If you buy a plan: what you bought, when, and an identifier at Stripe. We never see your card number.',
    'Playlists that you report, with your reason. No one sees who sent a report.',
    'If you manage content: your actions as an administrator or moderator, in a tamper-evident log.',
  ],
} as const;

const consentSection = {
  id: 'consent',
  title: 'What we do only if you allow it',
  points: [
    'Analytics & Performance: your network address is stored with security events. It is shortened first, ' +
      'so that it no longer names one connection. While a title plays, your browser also measures how soon it ' +
      'started, interruptions, picture quality, which parts play, errors, and your kind of device and country. ' +
      'It sends this at most once a minute for each title, and once more when you leave the title or the page. ' +
      `With your account, it is kept for ${periodText(retention.plays)}. ` +
      'Rows that do not name you are added up to numbers of each title, which its creator and administrators see.',
    'Functional Enhancements, together with Analytics & Performance: your approximate location, rounded to about ' +
      '11 kilometers, is stored with each of your sessions and shown to you there, if your browser provides it. ' +
      'It is deleted with the session, or when you withdraw. That it was known counts for the trust that is shown ' +
      'with a smart token, until you withdraw.',
    'Behavioral Security Analysis: when you load the site, the time, the page and the device are stored as a ' +
      'security event, to protect your account. While you use it, your browser counts the titles that you start and ' +
      'skip, pauses, changes of quality and volume, seconds of playback, clicks, movements of the mouse, and pages, ' +
      'and notes whether you use a mouse, touch, the keyboard or assistive technology. ' +
      'It sends these numbers at most once a minute, and never which titles or pages they were, or what you entered. ' +
      'Fixed rules compare them with what is usual. Unusual numbers alert an administrator, and the trust that is ' +
      'shown with a smart token contains points for them. Neither restricts what you can do. When you withdraw, ' +
      'all of this is deleted, with these points. An alert that was raised stays, with its time and the number of ' +
      'events that it was raised for.',
    'Marketing & Communications: emails about features and offers. This version sends none.',
  ],
  paragraphs: [
    'You decide after you sign in for the first time, and can change or withdraw your decision under Profile ' +
      'at any time. Withdrawing applies from the next request. If your browser sends Global Privacy Control, ' +
      'marketing stays off.',
  ],
} as const;

const whereSection = {
  id: 'where',
  title: 'Where we store it and who can see it',
  paragraphs: [
    'Your data is stored in the cloud account of the organization that runs this site, ' +
      'encrypted at rest and in transit. ' +
      "Amazon Web Services stores it on the organization's behalf, in the region that the organization chose.",
    'If you buy a plan, Stripe processes the payment. Stripe receives your email address, what you buy, ' +
      'and the payment details that you enter there, and keeps invoices for as long as the law requires.',
    'Titles that are uploaded are analyzed by services of Amazon Web Services: speech, topics, names, and ' +
      'whether they are safe to publish. This concerns the people who are heard and seen in them. ' +
      'What listeners do is not part of it.',
    'Administrators of this site can see your name, email address, role, and plan, the names of your smart tokens ' +
      'with what they are for, when you used them last and how far they are trusted, and the numbers of Behavioral ' +
      'Security Analysis if you allow it. ' +
      'Only you can see what you played. ' +
      'Other people can see a playlist only if you make it unlisted or public. ' +
      'If it is then reported or hidden, administrators can see its title and description until it is deleted.',
  ],
} as const;

const retentionSection = {
  id: 'retention',
  title: 'How long we keep it',
  table: {
    heads: ['Data', 'Retention period'],
    rows: retentionRows,
  },
} as const;

/**
 * The privacy policy: what this version of the product does with personal data, and nothing else. The periods come from
 * the product's own retention settings.
 */
export const privacyPolicy = (platform: string) => ({
  title: 'Privacy Policy',
  lead:
    `${platform} runs in the cloud account of the organization that offers it to you. ` +
    'That organization controls your data. The companies that process some of it are named below.',
  sections: [
    storedSection,
    {
      id: 'browser',
      title: 'What stays in your browser',
      points: [
        'The tokens that keep you signed in, until you sign out or 24 hours after you were last active.',
        'Your theme, sound, and playback speed settings, and which uploads are unfinished.',
        'Cookies during playback. They give you access to one title for a short time and do not identify you.',
        'A cookie that recognizes this device, so that a sign-in on an unknown device can be shown to you.',
      ],
      paragraphs: [
        'There is no advertising and no third-party tracking, and nothing is loaded from third parties. ' +
          'The payment page opens in a window of its own and belongs to Stripe.',
      ],
    },
    {
      id: 'why',
      title: 'How we use it',
      points: [
        'To sign you in, to play what your plan includes, and to resume where you left off.',
        'To count plays. A title shows how often it was played, but never by whom.',
        'To keep accounts safe. For a few minutes, we count incorrect codes and frequent requests ' +
          'under a keyed hash of the address that they come from.',
        'To notice attacks. Rejected calls of visitors are recorded as security events under a keyed hash of their ' +
          'address, another one every day. Sign-ins with an account name that does not exist are recorded under a ' +
          'keyed hash of that name.',
        'To answer you when you ask for help.',
      ],
      paragraphs: ['We make no decisions about you by automated means alone, and we never sell your data.'],
    },
    consentSection,
    whereSection,
    retentionSection,
    {
      id: 'rights',
      title: 'Your rights',
      points: [
        'You can change your name under Profile and delete your history, likes, and playlists yourself.',
        'You can download a copy of your data and delete your account under Profile. ' +
          'If you cannot sign in, ask the organization that runs this site for it, or to correct your data.',
        `Before your account is deleted, you have ${WITHDRAW_HOURS} hours to change your mind. ` +
          'Afterwards, you receive a list of what was deleted and of what the law requires us to keep.',
        'If the law forbids us to delete your data for some time, such as during a lawsuit, ' +
          'your profile says since when. Deletion then begins when this ends.',
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

const PHONE_POINT =
  'If you add a phone: its number, in the sign-in service, until you remove it. Amazon Web Services sends codes to ' +
  'it by SMS, through telephone companies. For an hour, we count these under a hash of the number.';

/** The privacy policy of a stage in which a phone can be a second factor. */
export const privacyPolicyWithPhones = (platform: string) => {
  const policy = privacyPolicy(platform);
  const sections = policy.sections.map((section) =>
    section === storedSection ? { ...section, points: [...storedSection.points, PHONE_POINT] } : section,
  );
  return { ...policy, sections };
};
