import { captionsPrefix } from '../media/layout.ts';
import type { Tier } from '../media/tiers.ts';

/** Signs a CloudFront policy: the names and values of the three cookies. */
export type SignPolicy = (policy: string) => Readonly<Record<string, string | number | undefined>>;

/** Which folders of which version are to be opened. */
export interface CookieScope {
  /** Origin that the browser uses, without a slash at the end. */
  readonly siteUrl: string;
  readonly contentId: string;
  readonly mediaVersion: string;
  readonly folders: readonly Tier[];
  /** Whether the content has captions, whose folder is opened too then. */
  readonly captions: boolean;
  /** How long they hold. */
  readonly seconds: number;
}

/** CloudFront's custom policy for everything under one path, until `expires` (epoch seconds). */
const folderPolicy = (resource: string, expires: number): string =>
  JSON.stringify({ Statement: [{ Resource: resource, Condition: { DateLessThan: { 'AWS:EpochTime': expires } } }] });

/** `Set-Cookie` values: one triple for each folder, which the browser sends to that folder only. */
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
