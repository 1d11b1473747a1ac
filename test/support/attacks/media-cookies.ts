import { generateKeyPairSync } from 'node:crypto';
import { createPolicySigner } from '../../../lambdas/platform/policy-signer.ts';

/** CloudFront's three cookies by name. */
export type CookieTriple = Readonly<Record<string, string>>;

/** The `Cookie` header of a triple. */
export const cookieHeader = (triple: CookieTriple): string =>
  Object.entries(triple)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

/** The triple that `Set-Cookie` lines give for one path. Throws when there is none. */
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

/** A policy for one resource. `condition` replaces the plain end in an hour. */
export const policyFor = (
  resource: string,
  condition: object = { DateLessThan: { 'AWS:EpochTime': Math.floor(Date.now() / 1000) + 3600 } },
): string => JSON.stringify({ Statement: [{ Resource: resource, Condition: condition }] });

/**
 * Cookies that must not open `url`, made from real ones of its folder and, with the stage's own private key, for what
 * that key never should be taken for. `folder` is the folder's URL with a slash at the end.
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
  const strangerKey = generateKeyPairSync('rsa', {
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
    ["another content's", other],
    ["another content's policy with our signature", { ...real, 'CloudFront-Policy': other['CloudFront-Policy'] ?? '' }],
    [
      "our policy with another content's signature",
      { ...real, 'CloudFront-Signature': other['CloudFront-Signature'] ?? '' },
    ],
    ['without the policy', without('CloudFront-Policy')],
    ['without the signature', without('CloudFront-Signature')],
    ['without the key', without('CloudFront-Key-Pair-Id')],
    ['an unknown key', { ...real, 'CloudFront-Key-Pair-Id': 'K2JCJMDEHXQW5F' }],
    ['an empty signature', { ...real, 'CloudFront-Signature': '' }],
    ['a word as signature', { ...real, 'CloudFront-Signature': 'signature' }],
    ['a later end', altered(policy.replace(/\d{10}/, String(now + 1e7)))],
    ['every resource', altered(policy.replace(/"Resource":"[^"]+"/, '"Resource":"*"'))],
    ['a space more', altered(`${policy} `)],
    [
      'a second statement',
      altered(policy.replace('[{', '[{"Resource":"*","Condition":{"DateLessThan":{"AWS:EpochTime":9999999999}}},{')),
    ],
    ['no policy in the policy', altered('{}')],
    ['no JSON in the policy', altered('{')],
    [
      'a canned end beside the signature',
      { ...without('CloudFront-Policy'), 'CloudFront-Expires': String(now + 3600) },
    ],
    ['another algorithm', { ...real, 'CloudFront-Hash-Algorithm': 'SHA256' }],
    ['signed by a stranger', signed(policy, createPolicySigner(id, strangerKey))],
    ['signed by a stranger for all', signed(policyFor('*'), createPolicySigner(id, strangerKey))],
    ['ours, ended a second ago', signed(policyFor(`${folder}*`, { DateLessThan: { 'AWS:EpochTime': now - 1 } }))],
    ['ours, ended in 1970', signed(policyFor(`${folder}*`, { DateLessThan: { 'AWS:EpochTime': 1 } }))],
    [
      'ours, not begun',
      signed(
        policyFor(`${folder}*`, {
          DateLessThan: { 'AWS:EpochTime': now + 7200 },
          DateGreaterThan: { 'AWS:EpochTime': now + 3600 },
        }),
      ),
    ],
    ['ours, without an end', signed(policyFor(`${folder}*`, {}))],
    [
      'ours, an end that is a text',
      signed(policyFor(`${folder}*`, { DateLessThan: { 'AWS:EpochTime': String(now + 3600) } })),
    ],
    [
      'ours, for another address',
      signed(
        policyFor(`${folder}*`, {
          DateLessThan: { 'AWS:EpochTime': now + 3600 },
          IpAddress: { 'AWS:SourceIp': '192.0.2.1/32' },
        }),
      ),
    ],
    ['ours, for another folder', signed(policyFor(`${folder.replace('/480/', '/1080/')}*`))],
    ['ours, for another version', signed(policyFor(`${folder.replace(/\/[^/]+\/480\/$/, '/x/480/')}*`))],
    ['ours, for the folder alone', signed(policyFor(folder))],
    ['ours, for another site', signed(policyFor(`http://other.example/${scheme.slice(scheme.indexOf('/') + 1)}*`))],
    ['ours, for posters', signed(policyFor(`${origin}/posters/*`))],
    ['ours, in another case', signed(policyFor(`${folder.toUpperCase()}*`))],
    [
      'ours, two statements',
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

/** Cookies that the stage's own key gives for one resource: the control that the forged ones are measured by. */
export const signedCookies = (real: CookieTriple, privateKey: string, resource: string): CookieTriple =>
  asTexts(createPolicySigner(real['CloudFront-Key-Pair-Id'] ?? '', privateKey)(policyFor(resource)));
