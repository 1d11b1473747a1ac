/** Texts of the content review. */
export const reviewTexts = {
  publish: 'Publish',
  publishLabel: (title: string) => `Publish ${title}`,
  returnToDraft: 'Return to draft',
  returnToDraftLabel: (title: string) => `Return to draft: ${title}`,
  success: 'Success',
  error: 'Error',
  published: (title: string) => `${title} was published`,
  returnedToDraft: (title: string) => `${title} was returned to draft`,
  failed: 'Failed to save your decision. Please try again.',
} as const;
