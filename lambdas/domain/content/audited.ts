import type { AuditAct } from '../audit/act.ts';
import type { Content } from './content.ts';

/** Fields of a content item that users set. All others are derived from them or from the file. */
const USER_FIELDS = [
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

/** A content item as stored in the audit log. */
const auditedContent = (content: Content): object =>
  Object.fromEntries(USER_FIELDS.flatMap((name) => (content[name] === undefined ? [] : [[name, content[name]]])));

/** Action name of an edit. Publishing and unpublishing have their own names. */
const editAction = (before: Content, after: Content): AuditAct['action'] => {
  if (before.status === after.status) return 'content.edited';
  if (after.status === 'published') return 'content.published';
  return before.status === 'published' ? 'content.unpublished' : 'content.edited';
};

/** The actor, the request and the reason of an action. */
export type ActOf = Pick<AuditAct, 'actor' | 'requestId' | 'reason'>;

/** Audit action: a user edited a content item. */
export const editOf = (by: ActOf, before: Content, after: Content): AuditAct => ({
  ...by,
  action: editAction(before, after),
  targetId: before.id,
  before: auditedContent(before),
  after: auditedContent(after),
});

/** Audit action: a user created the content item of an upload. */
export const creationOf = (by: ActOf, content: Content): AuditAct => ({
  ...by,
  action: 'content.created',
  targetId: content.id,
  before: null,
  after: auditedContent(content),
});

/** Audit action: a user deleted a content item. */
export const deletionOf = (by: ActOf, content: Content): AuditAct => ({
  ...by,
  action: 'content.deleted',
  targetId: content.id,
  before: auditedContent(content),
  after: null,
});
