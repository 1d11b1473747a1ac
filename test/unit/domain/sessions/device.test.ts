import {
  DEVICE_SECRET_BYTES,
  deviceCookie,
  deviceHash,
  deviceLabel,
  deviceSecretIn,
} from '../../../../lambdas/domain/sessions/device.ts';

const secret = Buffer.alloc(DEVICE_SECRET_BYTES, 7).toString('base64url');

it('reads back the cookie that it sets, among others', () => {
  const [pair = ''] = deviceCookie(secret).split('; ');
  expect(deviceSecretIn(['theme=dark', pair])).toBe(secret);
});

it('keeps the cookie from scripts, other sites and insecure connections', () => {
  expect(deviceCookie(secret)).toMatch(
    /^__Host-device=[\w-]{22}; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=Strict$/,
  );
});

it.each([
  ['no cookies', undefined],
  ['another cookie', ['device=x']],
  ['an empty one', ['__Host-device=']],
  ['a short one', ['__Host-device=abc']],
  ['a long one', [`__Host-device=${'a'.repeat(4000)}`]],
  ['other characters', [`__Host-device=${'a'.repeat(21)}"`]],
])('ignores %s', (_what, cookies) => {
  expect(deviceSecretIn(cookies)).toBeUndefined();
});

it('stores a hash, from which the cookie cannot be read', () => {
  expect(deviceHash(secret)).toMatch(/^[0-9a-f]{64}$/);
  expect(deviceHash(secret)).not.toContain(secret);
});

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/153.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} OPR/120.0.0.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 'Safari on Mac'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) CriOS/153.0.0.0 Mobile/15E148 Safari/604.1', 'Chrome on iPad'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome.replace(' Safari', ' Mobile Safari')}`, 'Chrome on Android'],
  [`Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 ${chrome}`, 'Samsung Internet on Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, 'Chrome on ChromeOS'],
  ['curl/8.5.0', 'curl'],
  ['<script>alert(1)</script>', 'Unknown browser'],
  ['', 'Unknown browser'],
  [undefined, 'Unknown browser'],
])('names %s', (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label);
});
