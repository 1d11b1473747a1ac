import type { LegalDocument } from './document-shape.ts';

/** The terms of use: what people may expect of the service and it of them. */
export const terms = (platform: string): LegalDocument => ({
  title: 'Terms of Use',
  lead: `${platform} is offered to you by the organization that runs this site. By making an account you agree to these terms with that organization.`,
  sections: [
    {
      id: 'account',
      title: 'Your account',
      points: [
        'You are at least 16 years old.',
        'You keep your password to yourself, and tell us when somebody else knows it.',
        'One account is for one person.',
      ],
    },
    {
      id: 'content',
      title: 'What you watch and hear',
      paragraphs: [
        'Music and video may be played on your own devices, in the quality that your plan includes. They may not be copied, shown in public or passed on unless whoever holds the rights allows it.',
      ],
    },
    {
      id: 'yours',
      title: 'What you contribute',
      paragraphs: [
        'Names and descriptions of public playlists are seen by others. Keep them lawful and decent; what is not may be removed.',
        'Whoever publishes media needs the rights to it, and keeps them.',
      ],
    },
    {
      id: 'plans',
      title: 'Plans',
      paragraphs: [
        'The Free plan costs nothing and has no end. What the other plans cost and include stands on the page of the plans.',
      ],
    },
    {
      id: 'service',
      title: 'The service',
      paragraphs: [
        'We do our best to keep the service running and what is stored safe. Now and then it is not available, for maintenance or because something broke. Numbers in advertising are goals, not promises.',
      ],
    },
    {
      id: 'end',
      title: 'The end',
      paragraphs: [
        'You may stop at any time and ask for your account to be deleted. We may close accounts that break these terms.',
      ],
    },
  ],
});

/** What the platform is. */
export const about = (platform: string): LegalDocument => ({
  title: `About ${platform}`,
  lead: `${platform} is a stage for music and video that belongs to whoever puts on the show: the whole platform runs on the organization's own account.`,
  sections: [
    {
      id: 'idea',
      title: 'The idea',
      paragraphs: [
        'Streaming usually means handing your catalog, your audience and your numbers to somebody else. Here they stay with the people who made them.',
      ],
    },
    {
      id: 'does',
      title: 'What it does',
      points: [
        'Plays music and video in the best quality that the connection and the plan allow, and goes on where you stopped, on every device.',
        'Takes uploads in nearly every format, converts them, and explains each step.',
        'Lets people like, collect and share, in playlists of their own.',
        'Works by keyboard and screen reader, on small screens and large, in light and dark.',
      ],
    },
    {
      id: 'open',
      title: 'Open',
      paragraphs: [
        'The software is free, under the Apache 2.0 license. Everything that this site does can be done through its API.',
      ],
      links: [{ href: '/api-access', text: 'API access' }],
    },
  ],
});

/** Where to turn when something does not work. */
export const support = (platform: string): LegalDocument => ({
  title: 'Support',
  lead: `Most questions about ${platform} are answered here. For everything else ask the organization that runs this site.`,
  sections: [
    {
      id: 'password',
      title: 'I cannot sign in',
      paragraphs: [
        'On the sign-in page open "Forgot password or username?", enter your email address and choose what you need. Look into the spam folder too: a link for a new password is valid for an hour, a code for your username for ten minutes.',
      ],
      links: [{ href: '/auth', text: 'Sign in' }],
    },
    {
      id: 'code',
      title: 'The confirmation code does not arrive',
      paragraphs: [
        'Ask for a new one on the page that wants it. An account that is not confirmed within seven days is removed; then simply sign up again.',
      ],
    },
    {
      id: 'play',
      title: 'Something does not play',
      points: [
        'Reload the page: an interrupted connection is taken up again by itself, but some networks block media.',
        'Titles with a crown need the Premium plan or a higher one.',
        'A title may have been taken out of the catalog since you saw it.',
      ],
    },
    {
      id: 'quality',
      title: 'The picture is not sharp',
      paragraphs: [
        'Quality follows the connection. The Free plan plays up to 480 lines, Premium up to 1080, the plans above it up to 4K.',
      ],
      links: [{ href: '/plans', text: 'Plans' }],
    },
    {
      id: 'privacy',
      title: 'I want my data, or want it deleted',
      paragraphs: ['The privacy policy says what is kept and how to ask.'],
      links: [{ href: '/privacy', text: 'Privacy policy' }],
    },
    {
      id: 'keys',
      title: 'Which keys does the player know?',
      paragraphs: ['Press ? while something plays: all of them are listed there, and can be switched off.'],
    },
  ],
});
