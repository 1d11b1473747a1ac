import { choosePlayback, meaningOf } from '../../../web/src/features/diagnostics/rules.ts';

const none = {
  conversion_status: 'completed' as const,
  converted_video_url: null,
  cdn_video_url: null,
  video_url: null,
};

describe('the playback URL', () => {
  it.each([
    [
      'the converted media',
      { ...none, converted_video_url: '/media/a', cdn_video_url: '/cdn', video_url: '/source' },
      { kind: 'converted', url: '/media/a' },
    ],
    [
      'the CDN URL while the conversion is not complete',
      { ...none, conversion_status: 'processing' as const, converted_video_url: '/media/a', cdn_video_url: '/cdn' },
      { kind: 'cdn', url: '/cdn' },
    ],
    [
      'the original file instead of a placeholder',
      { ...none, cdn_video_url: 'https://placeholder.cloudfront.net/a', video_url: '/source' },
      { kind: 'original', url: '/source' },
    ],
    ['the original file', { ...none, video_url: '/source' }, { kind: 'original', url: '/source' }],
    ['undefined if there is none', none, undefined],
  ])('is %s', (_what, content, expected) => {
    expect(choosePlayback(content)).toEqual(expected);
  });

  it.each([1, 2, 3, 4])('explains code %i', (code) => {
    expect(meaningOf(code)).toMatch(new RegExp(`^Code ${code}: `));
  });

  it('names an unknown code', () => {
    expect(meaningOf(9)).toBe('Unknown error (code: 9)');
  });
});
