import type { ContentPatch } from '../../contract/content/content.ts';
import { AppError } from '../app-error.ts';
import { passGate, type GateSettings } from '../safety/gate.ts';
import { assertWithin } from './chapters.ts';
import type { Content } from './content.ts';

/** The stored category that a patch names; null removes the category. */
export type CategoryChoice = { readonly id: string; readonly name: string } | null;

/** Rejects publishing an item that cannot be played. Throws `invalid_state` with the reason. */
const assertPublishable = (content: Pick<Content, 'conversion_status' | 'media_version'>): void => {
  // An earlier conversion stays playable while a new one runs, and if the new one fails.
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
  // A scheduled publication replaces publication at the end of the conversion.
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

/** Rejects a contradictory schedule. Times in the past are allowed and take effect within a minute. */
const assertTimes = ({ status, publish_at: publishAt, unpublish_at: unpublishAt }: Content): void => {
  const issue = (path: string, message: string): AppError =>
    new AppError('validation_failed', message, [{ path, message }]);
  if (status === 'published' && publishAt !== undefined) throw issue('publish_at', 'It is already published.');
  if (publishAt !== undefined && unpublishAt !== undefined && unpublishAt <= publishAt)
    throw issue('unpublish_at', 'The unpublish time must be after the publish time.');
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Applies an edit to a content item. Returns `undefined` when this edit has already been applied (a retry after a lost
 * response), so that only unfinished follow-up steps remain. The status can change between draft, pending and published
 * in any order, but publishing requires a finished conversion and must pass the gate (`passGate`). When staff publish
 * an item that was not fully analyzed, the result contains their decision as `safety`. Throws `version_conflict`,
 * `invalid_state`, `validation_failed`, `review_required` and `reason_required`.
 */
export const applyPatch = (
  content: Content,
  patch: ContentPatch,
  category: CategoryChoice | undefined,
  now: string,
  settings: GateSettings,
  creator?: CreatorChoice,
): Content | undefined => {
  const fields = fieldsOf(patch, category, creator);
  if (content.revision !== patch.revision) {
    const applied = Object.entries(fields).every(([name, value]) => same(content[name as keyof Content], value));
    if (applied && content.revision === patch.revision + 1) return undefined;
    throw new AppError('version_conflict');
  }
  assertWithin(patch.chapters ?? [], content.duration);
  // Publishing manually cancels a scheduled publication.
  const schedule = patch.status === 'published' && patch.publish_at === undefined ? { publish_at: undefined } : {};
  const edited: Content = { ...content, ...fields, ...schedule, revision: content.revision + 1, updated_at: now };
  assertTimes(edited);
  if (edited.status !== 'published') return { ...edited, published_at: null, thumbnail_url: null, poster_url: null };
  if (content.status === 'published') return edited;
  assertPublishable(content);
  const approved = passGate(content, settings, patch.reason);
  return { ...edited, published_at: now, ...(approved ? { safety: approved } : {}) };
};
