import { initialSettings, uploadStatus } from '../../../lambdas/domain/settings/settings.ts';

describe('the gate between an upload and its publication', () => {
  it.each([
    [false, false, 'published'],
    [false, true, 'published'],
    [true, false, 'pending'],
    [true, true, 'published'],
  ] as const)(
    'content moderation %s, auto-approve %s: a wish to publish becomes %s',
    (content_moderation, auto_approve_uploads, wanted) => {
      const settings = { content_moderation, auto_approve_uploads };
      expect(uploadStatus('published', settings)).toBe(wanted);
      expect([uploadStatus('draft', settings), uploadStatus('pending', settings)]).toEqual(['draft', 'pending']);
    },
  );

  it('is open on a new platform', () => {
    expect(uploadStatus('published', initialSettings)).toBe('published');
  });
});
