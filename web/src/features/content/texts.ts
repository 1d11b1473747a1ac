/** Texts of content management. */
export const contentTexts = {
  title: 'Content Management',
  empty: 'No content available yet',
  columns: { title: 'Content', type: 'Type', status: 'Status' },
} as const;
