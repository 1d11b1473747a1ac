/**
 * A link from one of our emails: `/auth?confirm=true#user=…&code=…` or `/auth?reset=true#user=…&code=…`. Address and
 * code are in the fragment, so that browsers do not send them to a server.
 */
export interface AuthLink {
  readonly purpose: 'confirm' | 'reset';
  /** The email address. */
  readonly user: string | undefined;
  readonly code: string | undefined;
}

/** Reads the address of the sign-in screen; undefined if it is not one of our links. */
export const readAuthLink = ({ search, hash }: Pick<Location, 'search' | 'hash'>): AuthLink | undefined => {
  const query = new URLSearchParams(search);
  const purpose = (['confirm', 'reset'] as const).find((name) => query.get(name) === 'true');
  const filled = new URLSearchParams(hash.slice(1));
  return purpose && { purpose, user: filled.get('user') ?? undefined, code: filled.get('code') ?? undefined };
};
