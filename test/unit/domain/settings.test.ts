import { initialSettings, uploadStatus } from '../../../lambdas/domain/settings/settings.ts';

describe('the status of an upload', () => {
  it.each([
    [false, false, 'published'],
    [false, true, 'published'],
    [true, false, 'pending'],
    [true, true, 'published'],
  ] as const)(
    'with content moderation %s and auto-approve %s is %s when the user publishes it',
    (content_moderation, auto_approve_uploads, expected) => {
      const settings = { content_moderation, auto_approve_uploads };
      expect(uploadStatus('published', settings)).toBe(expected);
      expect([uploadStatus('draft', settings), uploadStatus('pending', settings)]).toEqual(['draft', 'pending']);
    },
  );

  it('is published without review on a new platform', () => {
    expect(uploadStatus('published', initialSettings)).toBe('published');
  });
});
