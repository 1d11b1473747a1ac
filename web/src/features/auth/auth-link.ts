/**
 * What a link in one of our e-mails asks for: `/auth?confirm=true&user=…&code=…` or `/auth?reset=true&user=…&code=…`.
 */
export interface AuthLink {
  readonly purpose: 'confirm' | 'reset';
  readonly user: string | undefined;
  readonly code: string | undefined;
}

/** Reads the query of the sign-in screen; `undefined` when it is no link of ours. */
export const readAuthLink = (query: URLSearchParams): AuthLink | undefined => {
  const purpose = (['confirm', 'reset'] as const).find((name) => query.get(name) === 'true');
  return purpose && { purpose, user: query.get('user') ?? undefined, code: query.get('code') ?? undefined };
};
