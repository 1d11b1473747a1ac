const claimOf = (token: string, name: 'origin_jti' | 'sub'): string | undefined => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const value = (JSON.parse(atob(payload)) as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The id of the session that an access token belongs to (`origin_jti`); undefined for a token without one. */
export const sessionOfToken = (token: string): string | undefined => claimOf(token, 'origin_jti');

/** The id of the user of an access token; undefined for a token without one. */
export const userOfToken = (token: string): string | undefined => claimOf(token, 'sub');
