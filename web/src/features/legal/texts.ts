import { CODE_VALID_MINUTES, MINIMUM_AGE } from '../../../../lambdas/contract/people/time-limits.ts';
import type { LegalDocument } from './document-shape.ts';

/** The terms of use. */
export const terms = (platform: string): LegalDocument => ({
  title: 'Terms of Use',
  lead:
    `${platform} is offered to you by the organization that runs this site. ` +
    'By creating an account, you agree to these terms with that organization.',
  sections: [
    {
      id: 'account',
      title: 'Your account',
      points: [
        `You must be at least ${MINIMUM_AGE} years old.`,
        'Keep your password secret, and let us know if someone else learns it.',
        'Each account is for one person only.',
      ],
    },
    {
      id: 'content',
      title: 'What you watch and listen to',
      paragraphs: [
        'You may play music and video on your own devices, in the quality that your plan includes. ' +
          'You may not copy, publicly show, or redistribute them unless the rights holder allows it.',
      ],
    },
    {
      id: 'yours',
      title: 'What you contribute',
      paragraphs: [
        'Other people can see the names and descriptions of your public playlists. ' +
          'Keep them lawful and respectful. We may remove anything that is not.',
        'If you publish media, you must have the rights to it. You keep those rights.',
      ],
    },
    {
      id: 'plans',
      title: 'Plans',
      paragraphs: [
        'The Free plan costs nothing and does not expire. The Plans page shows what the other plans cost and include.',
      ],
    },
    {
      id: 'service',
      title: 'The service',
      paragraphs: [
        'We do our best to keep the service running and your data safe. ' +
          'The service may be unavailable at times, because of maintenance or a failure. ' +
          'Figures in advertising are goals, not guarantees.',
      ],
    },
    {
      id: 'end',
      title: 'Closing your account',
      paragraphs: [
        'You may stop using the service at any time and ask us to delete your account. ' +
          'We may close accounts that violate these terms.',
      ],
    },
  ],
});

/** The page about the platform. */
export const about = (platform: string): LegalDocument => ({
  title: `About ${platform}`,
  lead:
    `${platform} is a stage for music and video that belongs to the people who put on the show: ` +
    "the whole platform runs in the organization's own cloud account.",
  sections: [
    {
      id: 'idea',
      title: 'The idea',
      paragraphs: [
        'Streaming usually means handing your catalog, your audience, and your data to someone else. ' +
          'Here, they stay with the people who made them.',
      ],
    },
    {
      id: 'does',
      title: 'What it does',
      points: [
        'Plays music and video in the best quality that your connection and plan allow, ' +
          'and picks up where you left off, on every device.',
        'Accepts uploads in nearly every format, converts them, and explains each step.',
        'Lets people like titles, collect them in playlists, and share those playlists.',
        'Works with keyboards and screen readers, on small and large screens, in light and dark mode.',
      ],
    },
    {
      id: 'open',
      title: 'Open source',
      paragraphs: [
        'The software is free and open source, under the Apache 2.0 license. ' +
          'Everything that this site does is also available through its API.',
      ],
      links: [{ href: '/api-access', text: 'API access' }],
    },
  ],
});

/** Answers to common questions, and where to get help. */
export const support = (platform: string): LegalDocument => ({
  title: 'Support',
  lead:
    `Find answers to common questions about ${platform}. ` +
    'For anything else, contact the organization that runs this site.',
  sections: [
    {
      id: 'password',
      title: "I can't sign in",
      paragraphs: [
        'On the sign-in page, open “Forgot password or username?”, ' +
          'enter your email address, and choose what you need. ' +
          'If you see no email from us, check your spam folder. ' +
          `Links and codes that we email are valid for ${CODE_VALID_MINUTES} minutes.`,
      ],
      links: [{ href: '/auth', text: 'Sign in' }],
    },
    {
      id: 'code',
      title: "I didn't receive a confirmation code",
      paragraphs: ['Request a new code on the page that asks for it. The account is created when you enter the code.'],
    },
    {
      id: 'play',
      title: "A title doesn't play",
      points: [
        'Reload the page. The player recovers from a lost connection on its own, but some networks block media.',
        'Titles with a crown require the Premium plan or higher.',
        'The title may have been removed from the catalog since you last saw it.',
      ],
    },
    {
      id: 'quality',
      title: 'The picture is blurry',
      paragraphs: [
        'Quality depends on your connection and your plan: ' +
          'up to 480p on Free, 1080p on Premium, and 4K on higher plans.',
      ],
      links: [{ href: '/plans', text: 'Plans' }],
    },
    {
      id: 'privacy',
      title: 'I want a copy of my data, or want it deleted',
      paragraphs: ['The privacy policy explains what we store and how to make a request.'],
      links: [{ href: '/privacy', text: 'Privacy policy' }],
    },
    {
      id: 'keys',
      title: 'Which keyboard shortcuts does the player have?',
      paragraphs: ['Press ? during playback to see all shortcuts. You can also turn them off there.'],
    },
  ],
});
