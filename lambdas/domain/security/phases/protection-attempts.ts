import type { Attempt } from './attempt.ts';

/** Where protected files are, and one title to try. */
export interface ProtectionTarget {
  /** Origin of the site. */
  readonly siteUrl: string;
  /** Address of the bucket of media, and of that of uploaded files, without a trailing slash. */
  readonly mediaUrl: string;
  readonly uploadsUrl: string;
  /** Keys of stored files of a published title; undefined while there is none. */
  readonly title: { readonly mediaKey: string; readonly sourceKey: string } | undefined;
}

/** Base64 in CloudFront's variant. */
const forCookie = (bytes: Buffer): string =>
  bytes.toString('base64').replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');

/** Media cookies with a policy that allows everything for a day, signed by no key of ours. */
const forgedCookies = (now: number): string => {
  const statement = {
    Resource: '*',
    Condition: { DateLessThan: { 'AWS:EpochTime': Math.floor(now / 1000) + 86_400 } },
  };
  const policy = forCookie(Buffer.from(JSON.stringify({ Statement: [statement] })));
  const cookies = {
    Policy: policy,
    Signature: forCookie(Buffer.alloc(256, 1)),
    'Key-Pair-Id': 'K00000000000000',
  };
  return Object.entries(cookies)
    .map(([name, value]) => `CloudFront-${name}=${value}`)
    .join('; ');
};

/** A file that a title could have, while there is no title. */
const ANY_FILE = 'media/cnt_00000000000000000000000000/none/480/index.m3u8';

/**
 * Attempts to get media and uploaded files without permission, each of which must be denied. Those at the buckets need
 * a file that exists: a bucket denies access to one that does not even if everyone could read those that do.
 */
export const protectionAttempts = (
  { siteUrl, mediaUrl, uploadsUrl, title }: ProtectionTarget,
  now: number,
): readonly Attempt[] => {
  const get = (name: string, url: string, headers: Attempt['headers'] = {}, statuses = [403]): Attempt => ({
    name,
    method: 'GET',
    url,
    headers,
    statuses,
  });
  const media = `${siteUrl}/${title?.mediaKey ?? ANY_FILE}`;
  return [
    get('media without cookies', media),
    get('media with forged cookies', media, { cookie: forgedCookies(now) }),
    get('the list of titles for staff without a token', `${siteUrl}/api/admin/content`, {}, [401]),
    { ...get('a download without a token', `${siteUrl}/api/functions/s3-download-url`, {}, [401]), method: 'POST' },
    get('the list of the media bucket', `${mediaUrl}/`),
    get('the list of the bucket of uploaded files', `${uploadsUrl}/`),
    ...(title
      ? [
          get('media from its bucket', `${mediaUrl}/${title.mediaKey}`),
          get('an uploaded file from its bucket', `${uploadsUrl}/${title.sourceKey}`),
        ]
      : []),
  ];
};
