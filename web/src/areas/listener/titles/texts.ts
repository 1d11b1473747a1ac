/** Texts of the screen with the titles that belong to the user. */
export const titlesTexts = {
  title: 'Your Titles',
  lead: 'How your titles are played, what the analysis found in them, and what staff decided about them.',
  link: 'See how your titles are played, and what the analysis found in them',
} as const;
