/** Texts of the costs of titles apart from their delivery. */
export const titleCostsTexts = {
  other: 'What each of these costs includes',
  open: 'Analysis and costs of this title',
  others: 'Conversion, analysis and storage',
  byTitle: 'See the statistics of each title.',
  loading: 'Loading',
  failed: 'These costs could not be loaded.',
  retry: 'Try again',
} as const;
