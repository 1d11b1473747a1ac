import type { AuditAct } from '../audit/act.ts';
import type { Content } from './content.ts';

/** What people set of a content; everything else follows from it or from its file. */
const SET_BY_PEOPLE = [
  'title',
  'description',
  'status',
  'tags',
  'content_type',
  'artist',
  'creator_id',
  'creator_name',
  'category_id',
  'category_name',
  'is_premium',
  'is_publicly_accessible',
  'publish_when_ready',
  'publish_at',
  'unpublish_at',
  'chapters',
  'captions',
] as const satisfies readonly (keyof Content)[];

/** A content as the audit log keeps it. */
const auditedContent = (content: Content): object =>
  Object.fromEntries(SET_BY_PEOPLE.flatMap((name) => (content[name] === undefined ? [] : [[name, content[name]]])));

/** What an edit did: publishing and unpublishing have names of their own. */
const editAction = (before: Content, after: Content): AuditAct['action'] => {
  if (before.status === after.status) return 'content.edited';
  if (after.status === 'published') return 'content.published';
  return before.status === 'published' ? 'content.unpublished' : 'content.edited';
};

/** Who did it, in which request. */
export type ActOf = Pick<AuditAct, 'actor' | 'requestId' | 'reason'>;

/** A person edited a content. */
export const editOf = (by: ActOf, before: Content, after: Content): AuditAct => ({
  ...by,
  action: editAction(before, after),
  targetId: before.id,
  before: auditedContent(before),
  after: auditedContent(after),
});

/** A person made the content of an upload. */
export const creationOf = (by: ActOf, content: Content): AuditAct => ({
  ...by,
  action: 'content.created',
  targetId: content.id,
  before: null,
  after: auditedContent(content),
});

/** A person deleted a content. */
export const deletionOf = (by: ActOf, content: Content): AuditAct => ({
  ...by,
  action: 'content.deleted',
  targetId: content.id,
  before: auditedContent(content),
  after: null,
});
