import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { Plan, Role } from '../../../lambdas/contract/shared.ts';
import { attachmentDisposition } from '../../../lambdas/domain/uploads/download-name.ts';
import { entitle } from '../../../lambdas/domain/playback/entitlement.ts';
import { mediaCookies } from '../../../lambdas/domain/playback/media-cookies.ts';
import { countsViews, newPlay } from '../../../lambdas/domain/playback/view-rule.ts';
import { createPolicySigner } from '../../../lambdas/platform/policy-signer.ts';

const content = { status: 'published', is_premium: false, media_version: 'v1', top_tier: '2160' } as const;
const viewer = (plan: Plan, role: Role = 'user') => ({ plan, role });

describe('entitlement', () => {
  it.each([
    ['free', 'user', ['480']],
    ['premium', 'user', ['480', '1080']],
    ['creator', 'user', ['480', '1080', '2160']],
    ['business', 'user', ['480', '1080', '2160']],
    ['free', 'moderator', ['480', '1080', '2160']],
    ['free', 'admin', ['480', '1080', '2160']],
  ] as const)('%s %s opens %j', (plan, role, folders) => {
    expect(entitle(content, viewer(plan, role))).toEqual({
      granted: true,
      mediaVersion: 'v1',
      folders,
      top: folders.at(-1),
    });
  });

  it('never includes a folder that does not exist', () => {
    expect(entitle({ ...content, top_tier: '480' }, viewer('business'))).toMatchObject({
      folders: ['480'],
      top: '480',
    });
  });

  it('is denied with a reason', () => {
    expect(entitle({ ...content, is_premium: true }, viewer('free'))).toEqual({
      granted: false,
      code: 'plan_required',
    });
    expect(entitle({ ...content, is_premium: true }, viewer('premium'))).toMatchObject({ granted: true });
    expect(entitle({ ...content, is_premium: true }, viewer('free', 'admin'))).toMatchObject({ granted: true });
    for (const status of ['draft', 'pending'] as const) {
      expect(entitle({ ...content, status }, viewer('business'))).toEqual({
        granted: false,
        code: 'content_not_found',
      });
      expect(entitle({ ...content, status }, viewer('free', 'admin'))).toMatchObject({ granted: true });
    }
    expect(entitle({ ...content, status: 'pending' }, viewer('free', 'moderator'))).toMatchObject({ granted: true });
    expect(entitle({ ...content, status: 'draft' }, viewer('free', 'moderator'))).toEqual({
      granted: false,
      code: 'content_not_found',
    });
    expect(entitle({ ...content, media_version: null }, viewer('free'))).toEqual({
      granted: false,
      code: 'media_not_available',
    });
  });

  it('does not count views by staff', () => {
    expect((['user', 'moderator', 'admin'] as const).map(countsViews)).toEqual([true, false, false]);
  });
});

describe('media cookies', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const now = Date.UTC(2026, 0, 1);
  const cookies = mediaCookies(
    {
      siteUrl: 'http://localhost:4000',
      contentId: 'cnt_1',
      mediaVersion: 'v1',
      folders: ['480', '1080'],
      captions: false,
      seconds: 1800,
    },
    now,
    createPolicySigner('K1', privateKey),
  );
  const decode = (text: string) =>
    Buffer.from(text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'), 'base64');

  it('are three per folder, limited to its path and not readable by scripts', () => {
    expect(cookies).toHaveLength(6);
    for (const [index, cookie] of cookies.entries()) {
      const [value, ...attributes] = cookie.split('; ');
      expect(value).toMatch(/^CloudFront-(Policy|Signature|Key-Pair-Id)=[^;]+$/);
      expect(attributes).toEqual([
        `Path=/media/cnt_1/v1/${index < 3 ? '480' : '1080'}/`,
        'Max-Age=1800',
        'Secure',
        'HttpOnly',
        'SameSite=Strict',
      ]);
    }
    expect(new Set(cookies.map((cookie) => cookie.replace(/=.*Path=/, ' ').replace(/;.*/, ''))).size).toBe(6);
    expect(cookies.join('').length).toBeLessThan(9000);
  });

  it('include the folder of captions when there are any', () => {
    const all = mediaCookies(
      {
        siteUrl: 'http://localhost:4000',
        contentId: 'cnt_1',
        mediaVersion: 'v1',
        folders: ['480', '1080', '2160'],
        captions: true,
        seconds: 1800,
      },
      now,
      createPolicySigner('K1', privateKey),
    );
    expect(all.slice(9).map((cookie) => /Path=([^;]+)/.exec(cookie)?.[1])).toEqual(
      Array(3).fill('/media/captions/cnt_1/'),
    );
    // The gateway accepts up to 10 KB of headers.
    expect(all.join('').length).toBeLessThan(9000);
  });

  it('contain a signed policy for the folder that expires after 30 minutes', () => {
    const value = (index: number) => /=([^;]+)/.exec(cookies[index] ?? '')?.[1] ?? '';
    const policy = decode(value(3));
    expect(JSON.parse(policy.toString())).toEqual({
      Statement: [
        {
          Resource: 'http://localhost:4000/media/cnt_1/v1/1080/*',
          Condition: { DateLessThan: { 'AWS:EpochTime': now / 1000 + 1800 } },
        },
      ],
    });
    expect(
      createVerify('RSA-SHA1')
        .update(policy)
        .verify(publicKey, decode(value(4))),
    ).toBe(true);
  });
});

it('escapes the name of a download in its header', () => {
  expect(attachmentDisposition('Überraschung "1"\r\n.mkv')).toBe(
    `attachment; filename="_berraschung _1___.mkv"; filename*=UTF-8''%C3%9Cberraschung%20%221%22%0D%0A.mkv`,
  );
});

it('starts a play that has not counted yet', () => {
  expect(newPlay('ply_1', 'user', { id: 'cnt_1', creator_id: 'crt_1', duration: 60 }, 0)).toEqual({
    play_id: 'ply_1',
    user_id: 'user',
    content_id: 'cnt_1',
    creator_id: 'crt_1',
    duration: 60,
    started_at: '1970-01-01T00:00:00.000Z',
    countable_at: '1970-01-01T00:00:10.000Z',
    counted: false,
  });
});

it.each([
  [null, 10_000],
  [60, 10_000],
  [20, 10_000],
  [6, 3000],
])('counts a view of a title of %p seconds after %i ms: the end, at double speed, or ten seconds', (duration, ms) => {
  expect(newPlay('ply_1', 'user', { id: 'cnt_1', creator_id: 'crt_1', duration }, 0).countable_at).toBe(
    new Date(ms).toISOString(),
  );
});
