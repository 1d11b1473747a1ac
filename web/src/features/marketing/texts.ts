import type { Plan } from '../../../../lambdas/contract/shared.ts';

/** The marketing figures from the specification. They are claims, not statistics, and defined only here. */
export const claims = {
  label: (platform: string) => `${platform} in numbers`,
  items: [
    { value: '99.9%', label: 'uptime' },
    { value: '10,000+', label: 'concurrent users' },
    { value: '15+', label: 'video formats' },
  ],
} as const;

/** A page for one audience. */
export interface AudienceTexts {
  readonly eyebrow: string;
  readonly headline: string;
  readonly lead: string;
  /** The plan that the page is about. */
  readonly plan: Plan;
  readonly benefitsTitle: string;
  readonly benefits: readonly {
    readonly icon: 'account' | 'storage' | 'quality' | 'people' | 'record' | 'upload' | 'steps' | 'playlist';
    readonly title: string;
    readonly text: string;
  }[];
}

/** The page for organizations. */
export const business: AudienceTexts = {
  eyebrow: 'For business and enterprise',
  headline: 'Your media house, under your own roof',
  lead: 'Run the whole platform in your own cloud account. Your catalog, audience, and data are yours and stay there.',
  plan: 'business',
  benefitsTitle: 'Why organizations choose it',
  benefits: [
    {
      icon: 'account',
      title: 'In your account',
      text: 'One deployment puts everything in your own AWS account, with no third party in between.',
    },
    {
      icon: 'storage',
      title: 'Unlimited storage',
      text: 'Bring the whole archive. There is no limit on what you store.',
    },
    {
      icon: 'people',
      title: 'Roles for your team',
      text: 'Administrators run the catalog; moderators review it. Role changes apply immediately, even on open pages.',
    },
    {
      icon: 'record',
      title: 'Every action on record',
      text: 'A tamper-evident log shows who changed what, and when.',
    },
  ],
};

/** The page for creators. */
export const creator: AudienceTexts = {
  eyebrow: 'For creators',
  headline: 'Your work, seen and heard as you made it',
  lead: 'Upload the original once. Every listener gets the best quality their connection allows, up to 4K.',
  plan: 'creator',
  benefitsTitle: 'Why creators choose it',
  benefits: [
    {
      icon: 'upload',
      title: 'Uploads that resume',
      text: 'Closed your laptop? Lost your connection? Choose the file again, and the upload resumes where it stopped.',
    },
    {
      icon: 'quality',
      title: 'Up to 4K, never stretched',
      text: 'Each title gets the quality levels that suit its source: portrait, square, or wide; video or audio.',
    },
    {
      icon: 'steps',
      title: 'No black box',
      text: 'Each conversion step shows what it does, how long it takes, and, if it fails, why.',
    },
    {
      icon: 'playlist',
      title: 'Found and shared',
      text: 'Search handles typos and accents. Listeners like your titles and add them to playlists that they share.',
    },
  ],
};

/** Texts of both pages. */
export const audienceTexts = {
  toDashboard: 'Go to Dashboard',
  toPlans: 'See all plans',
  planTitle: 'The plan for you',
  per: (period: string) => `per ${period}`,
} as const;
