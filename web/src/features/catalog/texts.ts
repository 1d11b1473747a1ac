/** Texts of browsing. */
export const catalogTexts = {
  title: 'Streaming',
  greeting: (name: string) => `Welcome, ${name}`,
  role: 'Role',
  plan: 'Plan',
  categories: 'Categories',
  noCategories: 'There are no categories yet.',
} as const;
