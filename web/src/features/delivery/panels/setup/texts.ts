/** Texts of the button in a row that runs the CDN setup of a title. */
export const setupTexts = {
  label: (title: string, state: string) => `CORS setup of ${title}: ${state}`,
  states: { unchecked: 'unchecked', configured: 'configured', error: 'error' },
  failed: 'CDN Setup Failed',
} as const;
