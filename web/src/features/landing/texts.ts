/** Texts of the layout of the public pages. */
export const layoutTexts = {
  home: (platform: string) => `${platform} home`,
  signIn: 'Sign In',
  getStarted: 'Get Started',
  welcomeBack: 'Welcome back',
  dashboard: 'Dashboard',
  features: 'Features',
  pricing: 'Pricing',
  privacy: 'Privacy',
  terms: 'Terms',
  about: 'About',
  support: 'Support',
  apiAccess: 'API Access',
  business: 'For business',
  creators: 'For creators',
  groups: { product: 'Product', audiences: 'Made for', help: 'Help and legal' },
  footerLabel: 'Footer',
  pageLabel: 'On this page',
} as const;

/** Texts of the landing page. Its figures are in `marketing/texts.ts`. */
export const landingTexts = {
  /** One sentence; the second half is highlighted. */
  headline: ['Every track and every film, ', 'on a stage of your own'],
  lead:
    'Stream your catalog in the best quality each connection allows. ' +
    'You own the platform, the media, and the audience.',
  startFree: 'Start Streaming Free',
  goToDashboard: 'Go to Dashboard',
  explore: 'Explore Content',
  featuresTitle: 'Made for people who listen closely',
  featuresLead: 'From the first upload to the last row of the audience.',
  features: [
    {
      icon: 'adaptive',
      title: 'Adaptive playback',
      text: 'Audio and video adapt to the connection, second by second, without interruptions.',
    },
    {
      icon: 'formats',
      title: 'Bring any format',
      text: 'Upload what you have. It is converted to play in every browser.',
    },
    {
      icon: 'private',
      title: 'Private by design',
      text: 'Media is delivered from your own account, only to people who have access.',
    },
    {
      icon: 'device',
      title: 'On every screen',
      text: 'Phone, laptop, or the big screen: the same player, the same catalog.',
    },
    {
      icon: 'organize',
      title: 'An organized catalog',
      text: 'Categories, tags, and artwork, with drafts that stay private until you publish them.',
    },
    {
      icon: 'keyboard',
      title: 'For everyone',
      text: 'Keyboard or screen reader, light or dark: it works the way you do.',
    },
  ],
  pricingTitle: 'Simple pricing',
  pricingLead: 'Start free. Upgrade as your audience grows.',
  why: 'Why choose us',
  closingTitle: 'The house lights are down. Your turn.',
  closingLead: 'Create an account in a minute and press play.',
  startTrial: 'Start Your Free Trial',
  viewDemo: 'View Demo',
} as const;
