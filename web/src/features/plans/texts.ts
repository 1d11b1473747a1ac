/** Texts of the plans. */
export const planTexts = {
  title: 'Choose your plan',
  lead: 'Start free, and change plans at any time.',
  changeTitle: 'How to change your plan',
  buyingOff: "Plans can't be bought here at the moment.",
  unavailableTitle: "Plans can't be changed right now",
  retry: 'Try again',
  /** Before and after the contact. */
  changeAsk: ['To change your plan, contact ', '.'],
  changeAskOwner: (platform: string) => `To change your plan, ask the person who runs ${platform}.`,
  continueFree: 'Continue with Free Account',
  popular: 'Most popular',
  per: (period: string) => `per ${period}`,
  listLabel: 'Plans',
  offer: {
    needed: (title: string) => `“${title}” is a premium title`,
    neededText: (plan: string) => `Choose ${plan} or a higher plan to play it. Afterwards you return to it.`,
    included: (title: string) => `Your plan includes “${title}”`,
    play: 'Play',
  },
} as const;
