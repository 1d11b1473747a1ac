import * as z from 'zod/mini';
import { ContentCard, ContentType, ContentView } from './content-shapes.ts';
import { endpoint } from './endpoint.ts';
import { CategoryId, ContentId, CreatorId, Plan, line, pageOf, pageQuery } from './shared.ts';

export const Category = z.object({ id: CategoryId, name: z.string(), slug: z.string() });
export type Category = z.infer<typeof Category>;

/** Who published; the quota of uploads and the cap of the ladder come from the creator's plan. */
export const Creator = z.object({
  id: CreatorId,
  name: z.string(),
  plan: Plan,
  /** Bytes that uploads of this creator hold, reservations included. */
  storage_used: z.number(),
  /** Bytes of the plan; null is unlimited. */
  storage_limit: z.nullable(z.number()),
});
export type Creator = z.infer<typeof Creator>;

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
    summary: 'One content: published for everyone, any state for administrators.',
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
  'catalog.list-creators': endpoint({
    method: 'GET',
    path: '/api/creators',
    auth: 'admin',
    summary: 'All creators by name, with their storage.',
    responses: { 200: z.object({ items: z.array(Creator), next_cursor: z.null() }) },
    errors: [],
  }),
};
