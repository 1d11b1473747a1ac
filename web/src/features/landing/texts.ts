/** Texts of the frame around the public screens. */
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

/** Texts of the landing page. Its figures stand with those of the other marketing pages. */
export const landingTexts = {
  /** One sentence; its second half is set off. */
  headline: ['Every track and every film, ', 'on a stage of your own'],
  lead: 'Stream your catalog in the best quality each listener can take. You own the platform, the media and the audience.',
  startFree: 'Start Streaming Free',
  goToDashboard: 'Go to Dashboard',
  explore: 'Explore Content',
  featuresTitle: 'Made for people who listen closely',
  featuresLead: 'From the first upload to the last row of the room.',
  features: [
    {
      icon: 'adaptive',
      title: 'Adaptive playback',
      text: 'Sound and picture follow the connection, second by second, without a stop.',
    },
    {
      icon: 'formats',
      title: 'Bring any format',
      text: 'Upload what you have. It is converted to what every browser plays.',
    },
    {
      icon: 'private',
      title: 'Private by design',
      text: 'Media is delivered to entitled viewers only, from your own account.',
    },
    {
      icon: 'device',
      title: 'On every screen',
      text: 'Phone, laptop or the big screen: the same player, the same catalog.',
    },
    {
      icon: 'organize',
      title: 'A catalog in order',
      text: 'Categories, tags and artwork, with drafts that wait for your word.',
    },
    {
      icon: 'keyboard',
      title: 'For everybody',
      text: 'Keyboard, screen reader, light or dark: it works the way you do.',
    },
  ],
  pricingTitle: 'Simple pricing',
  pricingLead: 'Start free. Change when your audience does.',
  why: 'Why choose us',
  closingTitle: 'The house lights are down. Your turn.',
  closingLead: 'Create an account in a minute and press play.',
  startTrial: 'Start Your Free Trial',
  viewDemo: 'View Demo',
} as const;
