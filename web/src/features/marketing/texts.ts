import type { Plan } from '../../../../lambdas/contract/shared.ts';

/** The specification's marketing figures: advertising, never statistics. They stand here and nowhere else. */
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

/** What organizations are told. */
export const business: AudienceTexts = {
  eyebrow: 'For business and enterprise',
  headline: 'Your media house, under your own roof',
  lead: 'Run the whole platform on your own cloud account. Catalog, audience and numbers belong to you, and stay there.',
  plan: 'business',
  benefitsTitle: 'Why organizations choose it',
  benefits: [
    {
      icon: 'account',
      title: 'On your account',
      text: 'One deployment puts everything into your own AWS account. There is no third party in between.',
    },
    {
      icon: 'storage',
      title: 'Unlimited storage',
      text: 'Bring the whole archive. What is stored is limited by nothing but your wish to keep it.',
    },
    {
      icon: 'people',
      title: 'Roles for your team',
      text: 'Administrators run the catalog, moderators review. A changed role acts at once, on open screens too.',
    },
    {
      icon: 'record',
      title: 'Every act on record',
      text: 'Who changed what and when stands in a log that nobody can rewrite.',
    },
  ],
};

/** What creators are told. */
export const creator: AudienceTexts = {
  eyebrow: 'For creators',
  headline: 'Your work, seen and heard as you made it',
  lead: 'Upload the original once. It reaches every listener in the best quality their connection can take, up to 4K.',
  plan: 'creator',
  benefitsTitle: 'Why creators choose it',
  benefits: [
    {
      icon: 'upload',
      title: 'Uploads that are not lost',
      text: 'A closed laptop, a lost connection: choose the file again and only what is missing is sent.',
    },
    {
      icon: 'quality',
      title: 'Up to 4K, never stretched',
      text: 'Each title gets the steps of quality that its source deserves: portrait, square or wide, film or sound.',
    },
    {
      icon: 'steps',
      title: 'No black box',
      text: 'Each step of the conversion says what it does, how long it takes and, if it fails, why.',
    },
    {
      icon: 'playlist',
      title: 'Found and collected',
      text: 'Search forgives typos and accents; listeners like your titles and put them into playlists that they share.',
    },
  ],
};

/** Texts that both pages share. */
export const audienceTexts = {
  toDashboard: 'Go to Dashboard',
  toPlans: 'See all plans',
  planTitle: 'The plan for it',
  per: (period: string) => `per ${period}`,
} as const;
