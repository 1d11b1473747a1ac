/** Texts of a review. */
export const reviewTexts = {
  publish: 'Publish',
  publishOf: (title: string) => `Publish ${title}`,
  giveBack: 'Back to draft',
  giveBackOf: (title: string) => `Back to draft: ${title}`,
  success: 'Success',
  error: 'Error',
  published: (title: string) => `${title} is published`,
  givenBack: (title: string) => `${title} is a draft again`,
  failed: 'The decision could not be saved. Please try again.',
} as const;
