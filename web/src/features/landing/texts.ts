/** Texts of the frame around the public screens. */
export const layoutTexts = {
  home: 'Soundstage home',
  tagline: 'Music and video streaming that you own.',
  signIn: 'Sign In',
  getStarted: 'Get Started',
  welcomeBack: 'Welcome back',
  dashboard: 'Dashboard',
  features: 'Features',
  pricing: 'Pricing',
  privacy: 'Privacy',
  apiAccess: 'API Access',
  footerLabel: 'Footer',
  pageLabel: 'On this page',
} as const;

/** Texts of the landing page. The figures are the specification's marketing text, never live statistics. */
export const landingTexts = {
  title: 'Soundstage',
  headline: 'Every track and every film, on a stage of your own',
  lead: 'Stream your catalogue in the best quality each listener can take. You own the platform, the media and the audience.',
  startFree: 'Start Streaming Free',
  goToDashboard: 'Go to Dashboard',
  explore: 'Explore Content',
  statisticsLabel: 'Soundstage in numbers',
  statistics: [
    { value: '99.9%', label: 'uptime' },
    { value: '10,000+', label: 'concurrent users' },
    { value: '15+', label: 'video formats' },
  ],
  featuresTitle: 'Made for people who listen closely',
  featuresLead: 'From the first upload to the last row of the room.',
  features: [
    { icon: 'adaptive', title: 'Adaptive playback', text: 'Sound and picture follow the connection, second by second, without a stop.' },
    { icon: 'formats', title: 'Bring any format', text: 'Upload what you have. It is converted to what every browser plays.' },
    { icon: 'private', title: 'Private by design', text: 'Media is delivered to entitled viewers only, from your own account.' },
    { icon: 'device', title: 'On every screen', text: 'Phone, laptop or the big screen: the same player, the same catalogue.' },
    { icon: 'organise', title: 'A catalogue in order', text: 'Categories, tags and artwork, with drafts that wait for your word.' },
    { icon: 'keyboard', title: 'For everybody', text: 'Keyboard, screen reader, light or dark: it works the way you do.' },
  ],
  pricingTitle: 'Simple pricing',
  pricingLead: 'Start free. Change when your audience does.',
  closingTitle: 'The house lights are down. Your turn.',
  closingLead: 'Create an account in a minute and press play.',
  startTrial: 'Start Your Free Trial',
  viewDemo: 'View Demo',
} as const;
