/** A link from one of our emails: `/auth?confirm=true&user=…&code=…` or `/auth?reset=true&user=…&code=…`. */
export interface AuthLink {
  readonly purpose: 'confirm' | 'reset';
  readonly user: string | undefined;
  readonly code: string | undefined;
}

/** Reads the query of the sign-in screen; undefined if it is not one of our links. */
export const readAuthLink = (query: URLSearchParams): AuthLink | undefined => {
  const purpose = (['confirm', 'reset'] as const).find((name) => query.get(name) === 'true');
  return purpose && { purpose, user: query.get('user') ?? undefined, code: query.get('code') ?? undefined };
};
