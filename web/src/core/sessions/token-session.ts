/** The id of the session that an access token belongs to (`origin_jti`); undefined for a token without one. */
export const sessionOfToken = (token: string): string | undefined => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { origin_jti: id } = JSON.parse(atob(payload)) as { readonly origin_jti?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
};
