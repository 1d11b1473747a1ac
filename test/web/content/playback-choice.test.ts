import { choosePlayback, meaningOf } from '../../../web/src/features/diagnostics/rules.ts';

const none = {
  conversion_status: 'completed' as const,
  converted_video_url: null,
  cdn_video_url: null,
  video_url: null,
};

describe('the choice of what is played', () => {
  it.each([
    [
      'what was converted',
      { ...none, converted_video_url: '/media/a', cdn_video_url: '/cdn', video_url: '/source' },
      { kind: 'converted', url: '/media/a' },
    ],
    [
      'the delivery, while the conversion is not complete',
      { ...none, conversion_status: 'processing' as const, converted_video_url: '/media/a', cdn_video_url: '/cdn' },
      { kind: 'cdn', url: '/cdn' },
    ],
    [
      'no placeholder',
      { ...none, cdn_video_url: 'https://placeholder.cloudfront.net/a', video_url: '/source' },
      { kind: 'original', url: '/source' },
    ],
    ['the file itself', { ...none, video_url: '/source' }, { kind: 'original', url: '/source' }],
    ['nothing', none, undefined],
  ])('is %s', (_what, content, expected) => {
    expect(choosePlayback(content)).toEqual(expected);
  });

  it.each([1, 2, 3, 4])('explains code %i', (code) => {
    expect(meaningOf(code)).toMatch(new RegExp(`^Code ${code}: `));
  });

  it('names a code that it does not know', () => {
    expect(meaningOf(9)).toBe('Unknown error (code: 9)');
  });
});
