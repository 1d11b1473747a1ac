import { captionsPrefix } from '../media/layout.ts';
import type { Tier } from '../media/tiers.ts';

/** Signs a CloudFront policy. Returns the names and values of the three cookies. */
export type SignPolicy = (policy: string) => Readonly<Record<string, string | number | undefined>>;

/** The folders that the cookies grant access to. */
export interface CookieScope {
  /** Origin in the browser, without a trailing slash. */
  readonly siteUrl: string;
  readonly contentId: string;
  readonly mediaVersion: string;
  readonly folders: readonly Tier[];
  /** Whether to include the folder of captions. */
  readonly captions: boolean;
  /** Lifetime of the cookies. */
  readonly seconds: number;
}

/** CloudFront custom policy for one path prefix, valid until `expires` (epoch seconds). */
const folderPolicy = (resource: string, expires: number): string =>
  JSON.stringify({ Statement: [{ Resource: resource, Condition: { DateLessThan: { 'AWS:EpochTime': expires } } }] });

/** `Set-Cookie` values: three per folder, which the browser sends only to that folder. */
export const mediaCookies = (scope: CookieScope, now: number, sign: SignPolicy): readonly string[] => {
  const expires = Math.floor(now / 1000) + scope.seconds;
  const paths = scope.folders.map((folder) => `/media/${scope.contentId}/${scope.mediaVersion}/${folder}/`);
  if (scope.captions) paths.push(`/${captionsPrefix(scope.contentId)}/`);
  return paths.flatMap((path) => {
    const triple = sign(folderPolicy(`${scope.siteUrl}${path}*`, expires));
    return Object.entries(triple).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [`${name}=${value}; Path=${path}; Max-Age=${scope.seconds}; Secure; HttpOnly; SameSite=Strict`],
    );
  });
};
