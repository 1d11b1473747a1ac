import type { ContentPatch } from '../../contract/content/content.ts';
import { AppError } from '../app-error.ts';
import { assertWithin } from './chapters.ts';
import type { Content } from './content.ts';

/** The category that a patch names, as it stands in the table; null takes the category away. */
export type CategoryChoice = { readonly id: string; readonly name: string } | null;

/** Refuses to publish what cannot be played. Throws `invalid_state` with a sentence that says why. */
const assertPublishable = (content: Pick<Content, 'conversion_status' | 'media_version'>): void => {
  // What was converted before plays on while another conversion runs, and when that fails.
  if (content.media_version !== null) return;
  throw new AppError(
    'invalid_state',
    content.conversion_status === 'failed'
      ? 'The conversion failed, so there is nothing to play. Restart the conversion before publishing.'
      : 'The conversion has not finished yet. Publish when it has completed.',
  );
};

/** The creator that a patch names. */
export type CreatorChoice = { readonly id: string; readonly name: string };

const fieldsOf = (
  patch: ContentPatch,
  category: CategoryChoice | undefined,
  creator: CreatorChoice | undefined,
): Partial<Content> => ({
  ...(patch.title === undefined ? {} : { title: patch.title }),
  ...(patch.artist === undefined ? {} : { artist: patch.artist }),
  ...(patch.contentType === undefined ? {} : { content_type: patch.contentType }),
  ...(patch.description === undefined ? {} : { description: patch.description }),
  ...(patch.tags === undefined ? {} : { tags: patch.tags }),
  ...(patch.chapters === undefined ? {} : { chapters: patch.chapters }),
  ...(patch.status === undefined ? {} : { status: patch.status, publish_when_ready: undefined }),
  ...(patch.is_premium === undefined ? {} : { is_premium: patch.is_premium }),
  ...(patch.is_publicly_accessible === undefined ? {} : { is_publicly_accessible: patch.is_publicly_accessible }),
  // Whoever plans for later does not want it as soon as it is converted.
  ...(patch.publish_at === undefined
    ? {}
    : {
        publish_at: patch.publish_at ?? undefined,
        ...(patch.publish_at === null ? {} : { publish_when_ready: undefined }),
      }),
  ...(patch.unpublish_at === undefined ? {} : { unpublish_at: patch.unpublish_at ?? undefined }),
  ...(category === undefined ? {} : { category_id: category?.id ?? null, category_name: category?.name ?? null }),
  ...(creator === undefined ? {} : { creator_id: creator.id, creator_name: creator.name }),
});

/** Refuses times that cannot be meant. Times that passed are done at the next minute. */
const assertTimes = ({ status, publish_at: publishAt, unpublish_at: unpublishAt }: Content): void => {
  const issue = (path: string, message: string): AppError =>
    new AppError('validation_failed', message, [{ path, message }]);
  if (status === 'published' && publishAt !== undefined) throw issue('publish_at', 'It is published already.');
  if (publishAt !== undefined && unpublishAt !== undefined && unpublishAt <= publishAt)
    throw issue('unpublish_at', 'It must be taken back after it is published.');
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What an edit makes of a content, or `undefined` when this very edit was applied before (the same request, repeated
 * after a lost answer): then only unfinished steps remain. Draft, pending and published may follow each other in any
 * order; entering published needs a finished conversion. Throws `version_conflict`, `invalid_state` and
 * `validation_failed`.
 */
export const applyPatch = (
  content: Content,
  patch: ContentPatch,
  category: CategoryChoice | undefined,
  now: string,
  creator?: CreatorChoice,
): Content | undefined => {
  const fields = fieldsOf(patch, category, creator);
  if (content.revision !== patch.revision) {
    const applied = Object.entries(fields).every(([name, value]) => same(content[name as keyof Content], value));
    if (applied && content.revision === patch.revision + 1) return undefined;
    throw new AppError('version_conflict');
  }
  assertWithin(patch.chapters ?? [], content.duration);
  // What is published by hand needs no plan for it any more.
  const done = patch.status === 'published' && patch.publish_at === undefined ? { publish_at: undefined } : {};
  const edited: Content = { ...content, ...fields, ...done, revision: content.revision + 1, updated_at: now };
  assertTimes(edited);
  if (edited.status !== 'published') return { ...edited, published_at: null, thumbnail_url: null, poster_url: null };
  if (content.status === 'published') return edited;
  assertPublishable(content);
  return { ...edited, published_at: now };
};
