import * as z from 'zod/mini';
import { ContentCard, ContentType, ContentView } from './content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { CategoryId, ContentId, CreatorId, Plan, UserId, line, pageOf, pageQuery } from '../shared.ts';

export const Category = z.object({ id: CategoryId, name: z.string(), slug: z.string() });
export type Category = z.infer<typeof Category>;

/** A category with its administrative details. */
export const ManagedCategory = z.object({
  ...Category.shape,
  /** Number of content items in any state. */
  content_count: z.number(),
  /** Set while the category is being deleted: its items move here, and it disappears once the last has moved. */
  replaced_by: z.nullable(CategoryId),
});
export type ManagedCategory = z.infer<typeof ManagedCategory>;

/** A publisher of content. The creator's plan sets the storage quota and the highest rendition of uploads. */
export const Creator = z.object({
  id: CreatorId,
  name: z.string(),
  plan: Plan,
  /** Bytes that this creator's uploads use, including reservations. */
  storage_used: z.number(),
  /** Storage of the plan in bytes; null means unlimited. */
  storage_limit: z.nullable(z.number()),
  /** Number of content items in any state. */
  content_count: z.number(),
  /** The user who owns this creator's content. */
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
    summary: 'Lists published content, newest first.',
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
    summary:
      'Returns a content item. Unpublished items are visible to administrators, and pending ones to moderators too.',
    params: z.strictObject({ id: ContentId }),
    query: z.strictObject({
      /** Adds what the analysis found to `metadata`, for administrators. Long titles have long transcripts. */
      analysis: z.optional(z.literal('true')),
    }),
    responses: { 200: ContentView },
    errors: ['unauthenticated', 'content_not_found'],
  }),
  'catalog.list-categories': endpoint({
    method: 'GET',
    path: '/api/categories',
    auth: 'optional',
    summary: 'Lists all categories by name.',
    responses: { 200: z.object({ items: z.array(Category), next_cursor: z.null() }) },
    errors: ['unauthenticated'],
  }),
  'catalog.create-category': endpoint({
    method: 'POST',
    path: '/api/categories',
    auth: 'admin',
    summary: 'Creates a category.',
    body: z.strictObject({ name: line(80, 1) }),
    responses: { 201: Category },
    errors: ['already_exists'],
  }),
  'catalog.list-managed-categories': endpoint({
    method: 'GET',
    path: '/api/admin/categories',
    auth: 'admin',
    summary: 'Lists all categories by name, with the number of items in each.',
    responses: { 200: z.object({ items: z.array(ManagedCategory), next_cursor: z.null() }) },
    errors: [],
  }),
  'catalog.rename-category': endpoint({
    method: 'PATCH',
    path: '/api/categories/{id}',
    auth: 'admin',
    summary: 'Renames a category. Its items show the new name shortly afterwards.',
    params: category,
    body: z.strictObject({
      name: line(80, 1),
      /** The name that the caller saw. Fails with `version_conflict` if it has changed since. */
      was: z.optional(line(80, 1)),
    }),
    responses: { 200: ManagedCategory },
    errors: ['category_not_found', 'already_exists', 'version_conflict'],
  }),
  'catalog.delete-category': endpoint({
    method: 'DELETE',
    path: '/api/categories/{id}',
    auth: 'admin',
    summary: 'Deletes an empty category, or moves its items to `replacement` and deletes it afterwards.',
    params: category,
    query: z.strictObject({ replacement: z.optional(CategoryId) }),
    responses: { 204: null, 202: ManagedCategory },
    errors: ['category_not_found', 'invalid_state', 'version_conflict'],
  }),
  'catalog.list-creators': endpoint({
    method: 'GET',
    path: '/api/creators',
    auth: 'admin',
    summary: 'Lists all creators by name, with their storage use.',
    responses: { 200: z.object({ items: z.array(Creator), next_cursor: z.null() }) },
    errors: [],
  }),
  'catalog.create-creator': endpoint({
    method: 'POST',
    path: '/api/creators',
    auth: 'admin',
    summary: 'Creates a creator. The plan sets its storage and its highest rendition.',
    body: z.strictObject({ ...creatorFields, user_id: z._default(creatorFields.user_id, null) }),
    responses: { 201: Creator },
    errors: ['user_not_found'],
  }),
  'catalog.update-creator': endpoint({
    method: 'PATCH',
    path: '/api/creators/{id}',
    auth: 'admin',
    summary: 'Updates a creator. Its items show a new name shortly afterwards.',
    params: creator,
    body: z.strictObject({
      name: z.optional(creatorFields.name),
      plan: z.optional(Plan),
      user_id: z.optional(creatorFields.user_id),
      /** The values that the caller saw. Fails with `version_conflict` if they have changed since. */
      was: z.optional(z.strictObject(creatorFields)),
    }),
    responses: { 200: Creator },
    errors: ['creator_not_found', 'user_not_found', 'version_conflict'],
  }),
  'catalog.delete-creator': endpoint({
    method: 'DELETE',
    path: '/api/creators/{id}',
    auth: 'admin',
    summary: 'Deletes a creator that has no content and uses no storage.',
    params: creator,
    responses: { 204: null },
    errors: ['creator_not_found', 'invalid_state'],
  }),
};
