/** Texts of the plans. */
export const planTexts = {
  title: 'Choose your plan',
  lead: 'Start free, and change plans at any time.',
  currentPlan: 'Current Plan',
  changeTitle: 'How to change your plan',
  /** Before and after the contact. */
  changeAsk: ['To change your plan, contact ', '.'],
  changeAskOwner: (platform: string) => `To change your plan, ask the person who runs ${platform}.`,
  continueFree: 'Continue with Free Account',
  popular: 'Most popular',
  per: (period: string) => `per ${period}`,
  listLabel: 'Plans',
} as const;
