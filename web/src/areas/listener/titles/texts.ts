/** Texts of the screen with the titles that belong to the user. */
export const titlesTexts = {
  title: 'Your Titles',
  lead: 'What the analysis found in titles that belong to you, and what staff decided about them.',
  link: 'See what the analysis found in your titles',
} as const;
