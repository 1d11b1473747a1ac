import * as z from 'zod/mini';
import { ContentCard, ContentType, ContentView } from './content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { CategoryId, ContentId, CreatorId, Plan, UserId, line, pageOf, pageQuery } from '../shared.ts';

export const Category = z.object({ id: CategoryId, name: z.string(), slug: z.string() });
export type Category = z.infer<typeof Category>;

/** A category as administrators keep it. */
export const ManagedCategory = z.object({
  ...Category.shape,
  /** Contents in it, whatever their state. */
  content_count: z.number(),
  /** The category that takes its contents over; it goes when the last has moved. */
  replaced_by: z.nullable(CategoryId),
});
export type ManagedCategory = z.infer<typeof ManagedCategory>;

/** Who published; the quota of uploads and the cap of the ladder come from the creator's plan. */
export const Creator = z.object({
  id: CreatorId,
  name: z.string(),
  plan: Plan,
  /** Bytes that uploads of this creator hold, reservations included. */
  storage_used: z.number(),
  /** Bytes of the plan; null is unlimited. */
  storage_limit: z.nullable(z.number()),
  /** Contents of this creator, whatever their state. */
  content_count: z.number(),
  /** The person who owns what this creator publishes. */
  user_id: z.nullable(UserId),
});
export type Creator = z.infer<typeof Creator>;

const category = z.strictObject({ id: CategoryId });
const creator = z.strictObject({ id: CreatorId });
const creatorFields = { name: line(80, 1), plan: Plan, user_id: z.nullable(UserId) };

export const catalogEndpoints = {
  'catalog.list-content': endpoint({
    method: 'GET',
    path: '/api/content',
    auth: 'optional',
    summary: 'Published content, newest first.',
    query: z.strictObject({
      ...pageQuery,
      category_id: z.optional(CategoryId),
      content_type: z.optional(ContentType),
    }),
    responses: { 200: pageOf(ContentCard) },
    errors: ['unauthenticated', 'invalid_cursor'],
  }),
  'catalog.get-content': endpoint({
    method: 'GET',
    path: '/api/content/{id}',
    auth: 'optional',
    summary: 'One content: published for everyone, any state for administrators, what is pending for moderators.',
    params: z.strictObject({ id: ContentId }),
    responses: { 200: ContentView },
    errors: ['unauthenticated', 'content_not_found'],
  }),
  'catalog.list-categories': endpoint({
    method: 'GET',
    path: '/api/categories',
    auth: 'optional',
    summary: 'All categories by name.',
    responses: { 200: z.object({ items: z.array(Category), next_cursor: z.null() }) },
    errors: ['unauthenticated'],
  }),
  'catalog.create-category': endpoint({
    method: 'POST',
    path: '/api/categories',
    auth: 'admin',
    summary: 'Adds a category.',
    body: z.strictObject({ name: line(80, 1) }),
    responses: { 201: Category },
    errors: ['already_exists'],
  }),
  'catalog.list-managed-categories': endpoint({
    method: 'GET',
    path: '/api/admin/categories',
    auth: 'admin',
    summary: 'All categories by name, with how much is in them.',
    responses: { 200: z.object({ items: z.array(ManagedCategory), next_cursor: z.null() }) },
    errors: [],
  }),
  'catalog.rename-category': endpoint({
    method: 'PATCH',
    path: '/api/categories/{id}',
    auth: 'admin',
    summary: 'Renames a category; its contents show the new name a little later.',
    params: category,
    body: z.strictObject({
      name: line(80, 1),
      /** The name that was shown to whoever renames it: refused with `version_conflict` when it has another by now. */
      was: z.optional(line(80, 1)),
    }),
    responses: { 200: ManagedCategory },
    errors: ['category_not_found', 'already_exists', 'version_conflict'],
  }),
  'catalog.delete-category': endpoint({
    method: 'DELETE',
    path: '/api/categories/{id}',
    auth: 'admin',
    summary: 'Removes an empty category, or one whose contents go to another: then it goes when the last has moved.',
    params: category,
    query: z.strictObject({ replacement: z.optional(CategoryId) }),
    responses: { 204: null, 202: ManagedCategory },
    errors: ['category_not_found', 'invalid_state', 'version_conflict'],
  }),
  'catalog.list-creators': endpoint({
    method: 'GET',
    path: '/api/creators',
    auth: 'admin',
    summary: 'All creators by name, with their storage.',
    responses: { 200: z.object({ items: z.array(Creator), next_cursor: z.null() }) },
    errors: [],
  }),
  'catalog.create-creator': endpoint({
    method: 'POST',
    path: '/api/creators',
    auth: 'admin',
    summary: 'Adds a creator. The plan gives its storage and caps its ladder.',
    body: z.strictObject({ ...creatorFields, user_id: z._default(creatorFields.user_id, null) }),
    responses: { 201: Creator },
    errors: ['user_not_found'],
  }),
  'catalog.update-creator': endpoint({
    method: 'PATCH',
    path: '/api/creators/{id}',
    auth: 'admin',
    summary: 'Edits a creator; its contents show a new name a little later.',
    params: creator,
    body: z.strictObject({
      name: z.optional(creatorFields.name),
      plan: z.optional(Plan),
      user_id: z.optional(creatorFields.user_id),
      /** What was shown to whoever edits it: refused with `version_conflict` when it is something else by now. */
      was: z.optional(z.strictObject(creatorFields)),
    }),
    responses: { 200: Creator },
    errors: ['creator_not_found', 'user_not_found', 'version_conflict'],
  }),
  'catalog.delete-creator': endpoint({
    method: 'DELETE',
    path: '/api/creators/{id}',
    auth: 'admin',
    summary: 'Removes a creator that has no content and holds no storage.',
    params: creator,
    responses: { 204: null },
    errors: ['creator_not_found', 'invalid_state'],
  }),
};
