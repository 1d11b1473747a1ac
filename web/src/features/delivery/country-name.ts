const names = new Intl.DisplayNames('en-US', { type: 'region' });

/** The name of a country by its code (ISO 3166-1 alpha-2); the code itself if it has none. */
export const countryName = (code: string): string => {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
};
