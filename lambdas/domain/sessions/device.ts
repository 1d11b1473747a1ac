import { createHash } from 'node:crypto';
import { retentionMs } from '../../contract/retention.ts';

/** Name of the cookie that recognizes a device. `__Host-` ties it to this host and to secure connections. */
const COOKIE = '__Host-device';

/** 128 random bits in base64url. */
const SECRET = /^[A-Za-z0-9_-]{22}$/;
/** Bytes of a new secret. */
export const DEVICE_SECRET_BYTES = 16;

/**
 * Maximum number of devices that are remembered, so that a script without cookies cannot fill the table. A further one
 * replaces the one that was not seen for longest.
 */
export const DEVICES_MAX = 50;

/** A device that an account was used on. */
export interface KnownDevice {
  /** Hash of the cookie. */
  readonly hash: string;
  readonly label: string;
  readonly first_at: string;
  readonly seen_at: string;
}

/** The secret of the device's cookie; undefined without a valid one. */
export const deviceSecretIn = (cookies: readonly string[] | undefined): string | undefined => {
  const found = cookies?.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  return found !== undefined && SECRET.test(found) ? found : undefined;
};

/** Hash under which a device is stored, so that read access to the table cannot imitate it. */
export const deviceHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The `Set-Cookie` header that makes a device recognizable. Scripts cannot read it. */
export const deviceCookie = (secret: string): string =>
  `${COOKIE}=${secret}; Path=/; Max-Age=${retentionMs('known_devices') / 1000}; Secure; HttpOnly; SameSite=Strict`;

/** `User-Agent` of our own commands, which sign in at the local stage. */
export const COMMAND_LINE_AGENT = 'soundstage-command';

/** Names in a `User-Agent`, the most specific first: Edge and Opera also name Chrome, and Chrome also names Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [new RegExp(`^${COMMAND_LINE_AGENT}$`), 'Command line'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: typeof BROWSERS, text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** A device as people name it, by the browser's `User-Agent`: "Firefox on Windows". None of its text is kept. */
export const deviceLabel = (userAgent: string | undefined = ''): string => {
  const browser = nameIn(BROWSERS, userAgent) ?? 'Unknown browser';
  const system = nameIn(SYSTEMS, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
};
