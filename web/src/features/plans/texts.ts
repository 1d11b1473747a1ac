/** Texts of the plans. */
export const planTexts = {
  title: 'Choose your plan',
  lead: 'Start free, and change plans at any time.',
  currentPlan: 'Current Plan',
  continueFree: 'Continue with Free Account',
  popular: 'Most popular',
  per: (period: string) => `per ${period}`,
  listLabel: 'Plans',
} as const;
