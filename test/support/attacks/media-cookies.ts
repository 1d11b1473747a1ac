import { generateKeyPairSync } from 'node:crypto';
import { createPolicySigner } from '../../../lambdas/platform/policy-signer.ts';

/** CloudFront's three cookies, by name. */
export type CookieTriple = Readonly<Record<string, string>>;

/** The `Cookie` header for the cookies. */
export const cookieHeader = (triple: CookieTriple): string =>
  Object.entries(triple)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

/** The cookies that `Set-Cookie` headers set for one path. Throws when there are not exactly three. */
export const tripleFor = (path: string, lines: readonly string[]): CookieTriple => {
  const own = lines
    .filter((line) => line.includes(`; Path=${path};`))
    .map((line) => (line.split(';')[0] ?? '').split(/=(.*)/s));
  if (own.length !== 3) throw new Error(`${own.length} cookies for ${path}`);
  return Object.fromEntries(own.map(([name = '', value = '']) => [name, value]));
};

const encode = (bytes: string | Buffer): string =>
  Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');
const decode = (text: string): Buffer =>
  Buffer.from(text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'), 'base64');

const asTexts = (cookies: Readonly<Record<string, unknown>>): CookieTriple =>
  Object.fromEntries(Object.entries(cookies).map(([name, value]) => [name, String(value)]));

/** A policy for one resource. `condition` replaces the default expiry in one hour. */
export const policyFor = (
  resource: string,
  condition: object = { DateLessThan: { 'AWS:EpochTime': Math.floor(Date.now() / 1000) + 3600 } },
): string => JSON.stringify({ Statement: [{ Resource: resource, Condition: condition }] });

/**
 * Cookies that must not grant access to a folder: derived from real ones, or signed with the stage's own private key
 * for something that must not be accepted. `folder` is the folder's URL with a trailing slash.
 */
export const forgedCookies = (
  real: CookieTriple,
  other: CookieTriple,
  folder: string,
  privateKey: string,
): readonly (readonly [string, CookieTriple])[] => {
  const id = real['CloudFront-Key-Pair-Id'] ?? '';
  const policy = decode(real['CloudFront-Policy'] ?? '').toString('utf8');
  const signature = real['CloudFront-Signature'] ?? '';
  const now = Math.floor(Date.now() / 1000);
  const own = createPolicySigner(id, privateKey);
  const otherKey = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
  const signed = (text: string, sign = own): CookieTriple => asTexts(sign(text));
  const altered = (text: string): CookieTriple => ({ ...real, 'CloudFront-Policy': encode(text) });
  const without = (name: string): CookieTriple =>
    Object.fromEntries(Object.entries(real).filter(([cookie]) => cookie !== name));
  const flipped = (name: string, at: number): CookieTriple => {
    const bytes = decode(real[name] ?? '');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return { ...real, [name]: encode(bytes) };
  };
  const scheme = folder.split('://')[1] ?? '';
  const origin = new URL(folder).origin;
  return [
    ['none', {}],
    ["another item's cookies", other],
    ["another item's policy with our signature", { ...real, 'CloudFront-Policy': other['CloudFront-Policy'] ?? '' }],
    [
      "our policy with another item's signature",
      { ...real, 'CloudFront-Signature': other['CloudFront-Signature'] ?? '' },
    ],
    ['without the policy', without('CloudFront-Policy')],
    ['without the signature', without('CloudFront-Signature')],
    ['without the key pair ID', without('CloudFront-Key-Pair-Id')],
    ['an unknown key pair ID', { ...real, 'CloudFront-Key-Pair-Id': 'K2JCJMDEHXQW5F' }],
    ['an empty signature', { ...real, 'CloudFront-Signature': '' }],
    ['a word as signature', { ...real, 'CloudFront-Signature': 'signature' }],
    ['a later expiry', altered(policy.replace(/\d{10}/, String(now + 1e7)))],
    ['every resource', altered(policy.replace(/"Resource":"[^"]+"/, '"Resource":"*"'))],
    ['an extra space', altered(`${policy} `)],
    [
      'a second statement',
      altered(policy.replace('[{', '[{"Resource":"*","Condition":{"DateLessThan":{"AWS:EpochTime":9999999999}}},{')),
    ],
    ['an empty object as policy', altered('{}')],
    ['a policy that is not JSON', altered('{')],
    [
      'a canned expiry next to the signature',
      { ...without('CloudFront-Policy'), 'CloudFront-Expires': String(now + 3600) },
    ],
    ['another algorithm', { ...real, 'CloudFront-Hash-Algorithm': 'SHA256' }],
    ['signed by another key', signed(policy, createPolicySigner(id, otherKey))],
    ['signed by another key for every resource', signed(policyFor('*'), createPolicySigner(id, otherKey))],
    ['ours, expired a second ago', signed(policyFor(`${folder}*`, { DateLessThan: { 'AWS:EpochTime': now - 1 } }))],
    ['ours, expired in 1970', signed(policyFor(`${folder}*`, { DateLessThan: { 'AWS:EpochTime': 1 } }))],
    [
      'ours, not valid yet',
      signed(
        policyFor(`${folder}*`, {
          DateLessThan: { 'AWS:EpochTime': now + 7200 },
          DateGreaterThan: { 'AWS:EpochTime': now + 3600 },
        }),
      ),
    ],
    ['ours, without an expiry', signed(policyFor(`${folder}*`, {}))],
    [
      'ours, an expiry that is a string',
      signed(policyFor(`${folder}*`, { DateLessThan: { 'AWS:EpochTime': String(now + 3600) } })),
    ],
    [
      'ours, for another IP address',
      signed(
        policyFor(`${folder}*`, {
          DateLessThan: { 'AWS:EpochTime': now + 3600 },
          IpAddress: { 'AWS:SourceIp': '192.0.2.1/32' },
        }),
      ),
    ],
    ['ours, for another folder', signed(policyFor(`${folder.replace('/480/', '/1080/')}*`))],
    ['ours, for another version', signed(policyFor(`${folder.replace(/\/[^/]+\/480\/$/, '/x/480/')}*`))],
    ['ours, for the folder without its files', signed(policyFor(folder))],
    ['ours, for another site', signed(policyFor(`http://other.example/${scheme.slice(scheme.indexOf('/') + 1)}*`))],
    ['ours, for posters', signed(policyFor(`${origin}/posters/*`))],
    ['ours, in upper case', signed(policyFor(`${folder.toUpperCase()}*`))],
    [
      'ours, with two statements',
      signed(
        JSON.stringify({
          Statement: [JSON.parse(policyFor(`${folder}*`)).Statement[0], JSON.parse(policyFor('*')).Statement[0]],
        }),
      ),
    ],
    ...Array.from(
      { length: 16 },
      (_, index) => [`bit ${index * 15} of the signature`, flipped('CloudFront-Signature', index * 15)] as const,
    ),
    ...Array.from(
      { length: 16 },
      (_, index) => [`bit ${index * 7} of the policy`, flipped('CloudFront-Policy', index * 7)] as const,
    ),
    ['half a signature', { ...real, 'CloudFront-Signature': signature.slice(0, 100) }],
  ];
};

/** Cookies for one resource, signed with the stage's own key: the control for the forged ones. */
export const signedCookies = (real: CookieTriple, privateKey: string, resource: string): CookieTriple =>
  asTexts(createPolicySigner(real['CloudFront-Key-Pair-Id'] ?? '', privateKey)(policyFor(resource)));
