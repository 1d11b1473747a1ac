import type { ContentPatch } from '../../contract/content/content.ts';
import type { Role } from '../../contract/shared.ts';
import { AppError } from '../app-error.ts';
import type { Content } from './content.ts';
import { reviews } from './visibility.ts';

/** What a review may decide. */
const DECISIONS: ReadonlySet<Content['status'] | undefined> = new Set(['published', 'draft'] as const);

/**
 * Refuses an edit that is not this person's to make: administrators edit everything; moderators review, so they publish
 * what is pending or give it back as a draft, and change nothing else. Throws `forbidden`.
 */
export const assertMayEdit = (
  role: Role,
  content: Pick<Content, 'status' | 'revision'>,
  { revision, status, ...others }: ContentPatch,
): void => {
  if (role === 'admin') return;
  const edits = Object.values(others).some((value) => value !== undefined);
  if (role !== 'moderator' || edits || !DECISIONS.has(status))
    throw new AppError(
      'forbidden',
      'Moderators publish what is pending or give it back as a draft, and change nothing else.',
    );
  // At an older revision it is a decision that was made before, or one that somebody overtook.
  if (content.revision === revision && content.status !== 'pending')
    throw new AppError('forbidden', 'Moderators review what is pending.');
};

/**
 * An edit as the person means it: whoever reviews a content and gives it back does not want its plan to publish it
 * later. Administrators decide about plans apart.
 */
export const meantBy = (role: Role, patch: ContentPatch): ContentPatch =>
  role !== 'admin' && patch.status === 'draft' ? { ...patch, publish_at: null } : patch;

/**
 * Refuses a list of contents that a person does not work on: moderators ask for what is pending. Throws `forbidden`.
 */
export const assertMayList = (role: Role, status: Content['status'] | undefined): void => {
  if (role !== 'admin' && (status === undefined || !reviews({ status }, role)))
    throw new AppError('forbidden', 'Moderators review what is pending.');
};

/**
 * What of a list or of hits a person works on as it stands by now: indexes are a moment behind. Administrators work on
 * all of it.
 */
export const withinReview = <C extends Pick<Content, 'status' | 'deleted_at'>>(
  contents: readonly C[],
  role: Role,
): readonly C[] =>
  role === 'admin'
    ? contents
    : contents.filter((content) => content.deleted_at === undefined && reviews(content, role));
