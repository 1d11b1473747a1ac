import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import { applyPatch } from '../../../lambdas/domain/content/edit.ts';
import { toView } from '../../../lambdas/domain/content/views.ts';
import { isVisible } from '../../../lambdas/domain/content/visibility.ts';
import { slugOf } from '../../../lambdas/domain/catalog/slug.ts';
import { plans } from '../../../lambdas/domain/plans/plans.ts';
import { MAX_FILE_BYTES } from '../../../lambdas/contract/media/upload-limits.ts';
import { someContent, someDraft } from '../../support/content.ts';

const NOW = '2026-02-01T00:00:00.000Z';

describe('an edit', () => {
  it('changes only the given fields, and increases the revision', () => {
    const draft = someDraft();
    expect(applyPatch(draft, { revision: 1, title: 'New' }, undefined, NOW, initialSettings)).toEqual({
      ...draft,
      title: 'New',
      revision: 2,
      updated_at: NOW,
    });
  });

  it('sets the category with its name, and removes it', () => {
    const category = { id: 'cat_1', name: 'Films' };
    const edited = applyPatch(someDraft(), { revision: 1, category_id: category.id }, category, NOW, initialSettings);
    expect(edited).toMatchObject({ category_id: 'cat_1', category_name: 'Films' });
    expect(edited && applyPatch(edited, { revision: 2, category_id: null }, null, NOW, initialSettings)).toMatchObject({
      category_id: null,
      category_name: null,
    });
  });

  it('fails for an old revision, except when it is a retry', () => {
    const now = someDraft({ revision: 5, title: 'Theirs' });
    expect(() => applyPatch(now, { revision: 4, title: 'Mine' }, undefined, NOW, initialSettings)).toThrow(
      expect.objectContaining({ code: 'version_conflict' }),
    );
    expect(() => applyPatch(now, { revision: 3, title: 'Theirs' }, undefined, NOW, initialSettings)).toThrow(
      expect.objectContaining({ code: 'version_conflict' }),
    );
    expect(() => applyPatch(now, { revision: 6, title: 'Theirs' }, undefined, NOW, initialSettings)).toThrow(
      expect.objectContaining({ code: 'version_conflict' }),
    );
    expect(applyPatch(now, { revision: 4, title: 'Theirs' }, undefined, NOW, initialSettings)).toBeUndefined();
  });

  it.each(['pending', 'processing', 'failed'] as const)('does not publish while the conversion is %s', (status) => {
    const draft = someDraft({ conversion_status: status, media_version: null });
    expect(() => applyPatch(draft, { revision: 1, status: 'published' }, undefined, NOW, initialSettings)).toThrow(
      expect.objectContaining({ code: 'invalid_state', detail: expect.stringMatching(/^The conversion .*\.$/) }),
    );
    expect(applyPatch(draft, { revision: 1, status: 'pending' }, undefined, NOW, initialSettings)?.status).toBe(
      'pending',
    );
  });

  it('sets the publication time once, and clears it and the stills when it unpublishes', () => {
    const published = applyPatch(someDraft(), { revision: 1, status: 'published' }, undefined, NOW, initialSettings);
    expect(published?.published_at).toBe(NOW);
    const content = someContent();
    expect(applyPatch(content, { revision: 1, title: 'x' }, undefined, NOW, initialSettings)?.published_at).toBe(
      content.published_at,
    );
    expect(applyPatch(content, { revision: 1, status: 'draft' }, undefined, NOW, initialSettings)).toMatchObject({
      published_at: null,
      thumbnail_url: null,
      poster_url: null,
      public_stills_versions: ['v1'],
    });
  });

  it('can change a published item while it is being converted again', () => {
    const content = someContent({ conversion_status: 'processing' });
    expect(
      applyPatch(content, { revision: 1, status: 'published', title: 'x' }, undefined, NOW, initialSettings)?.title,
    ).toBe('x');
  });
});

describe('the view of an item', () => {
  const content = someContent({ conversion_error: 'No video track', batch_upload: true });
  const storage = { bucket: 'the-uploads', region: 'eu-west-1', distributionId: 'EDFDVBD6' };
  const listed = { contentType: 'video', artist: content.artist };
  const file = { originalFileName: 'rabbit.mkv', fileSize: 1_000_000, batchUpload: true, needsConversion: true };
  const stored = { s3Key: content.source_key, storageProvider: 'aws-s3' };
  const source = `/api/content/${content.id}/source`;

  it.each([
    ['listeners', {}, listed, [null, null, null]],
    ['moderators', { review: true }, { ...listed, ...file }, [null, 'No video track', null]],
    ['the owner', { source: true }, { ...listed, ...file, ...stored }, [source, null, null]],
    [
      'administrators',
      { review: true, source: true, storage },
      { ...listed, ...file, ...stored, s3Bucket: 'the-uploads', s3Region: 'eu-west-1' },
      [source, 'No video track', 'EDFDVBD6'],
    ],
  ])('shows %s exactly what they may see of the source', (_, rights, metadata, others) => {
    const view = toView(content, rights);
    expect(view.metadata).toEqual(metadata);
    expect([view.video_url, view.conversion_error, view.cdn_distribution_id]).toEqual(others);
  });

  it('computes whether browsers need a conversion from the name of the file', () => {
    const needs = (name: string) => toView(someContent({ original_file_name: name }), { review: true }).metadata;
    expect([needs('a.MKV').needsConversion, needs('a.mp4').needsConversion]).toEqual([true, false]);
  });

  it('names the manifest and the distribution once there are renditions', () => {
    expect(toView(content).converted_video_url).toBe(`/media/${content.id}/v1/1080/index.m3u8`);
    expect(toView(someDraft({ media_version: null }), { storage })).toMatchObject({
      converted_video_url: null,
      cdn_distribution_id: null,
    });
  });

  it('names no file that has not arrived', () => {
    expect(toView(someDraft({ source_version_id: null }), { source: true }).video_url).toBeNull();
  });
});

it.each([
  ['published', undefined, true],
  ['published', 'user', true],
  ['draft', undefined, false],
  ['pending', 'user', false],
  ['draft', 'moderator', false],
  ['pending', 'moderator', true],
  ['draft', 'admin', true],
  ['pending', 'admin', true],
] as const)('%s is visible to %s: %s', (status, role, visible) => {
  expect(isVisible({ status, is_publicly_accessible: true }, role)).toBe(visible);
  expect(isVisible({ status, is_publicly_accessible: false }, role)).toBe(visible && role !== undefined);
  expect(isVisible({ status, is_publicly_accessible: true, deleted_at: NOW }, role)).toBe(false);
});

it.each([
  ['Drum & Bass', 'drum-bass'],
  ['  Éléctro--Pop! ', 'electro-pop'],
  ['音楽', '音楽'],
  ['R&B / Soul', 'r-b-soul'],
  ['!!!', 'u21-u21-u21'],
  ['😀', 'u1f600'],
  ['x'.repeat(200), 'x'.repeat(80)],
  ['a#b', 'a-b'],
])('the slug of %j is %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

it('measures the storage of plans in the same units as the file size limit', () => {
  expect(plans.free.storageBytes).toBe(MAX_FILE_BYTES / 10);
  expect(plans.premium.storageBytes).toBe(MAX_FILE_BYTES * 2);
  expect(plans.business.storageBytes).toBeNull();
});
