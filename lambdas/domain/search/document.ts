import * as z from 'zod/mini';
import { ContentType } from '../../contract/content/content-shapes.ts';
import { foldText } from './fold.ts';

/** What the index knows of one published content. Texts are folded (fold.ts). */
export const SearchDocument = z.object({
  id: z.string(),
  title: z.string(),
  /** Artist and creator, which cards name. */
  artist: z.string(),
  tags: z.string(),
  category: z.string(),
  category_id: z.nullable(z.string()),
  content_type: ContentType,
  /** Visitors who have not signed in may see it. */
  is_public: z.boolean(),
});
export type SearchDocument = z.infer<typeof SearchDocument>;

/** Of a stored content, what is searched. */
const Source = z.object({
  id: z.string(),
  status: z.string(),
  deleted_at: z.optional(z.string()),
  title: z.string(),
  artist: z.string(),
  creator_name: z.string(),
  tags: z.array(z.string()),
  category_id: z.nullable(z.string()),
  category_name: z.nullable(z.string()),
  content_type: ContentType,
  is_publicly_accessible: z.boolean(),
});

/** Who finds a content: everybody in the index of what is published, staff alone in that of the rest. */
export type Audience = 'everybody' | 'staff';

/**
 * The document of a stored content for one of the two indexes; undefined when it does not stand there. Throws for an
 * item that is no content.
 */
export const documentOf = (item: object, audience: Audience = 'everybody'): SearchDocument | undefined => {
  const content = Source.parse(item);
  if ((content.status === 'published') !== (audience === 'everybody') || content.deleted_at !== undefined)
    return undefined;
  return {
    id: content.id,
    title: foldText(content.title),
    artist: [...new Set([foldText(content.artist), foldText(content.creator_name)])].join(' ').trim(),
    tags: foldText(content.tags.join(' ')),
    category: foldText(content.category_name ?? ''),
    category_id: content.category_id,
    content_type: content.content_type,
    is_public: content.is_publicly_accessible,
  };
};

type Image = Readonly<Record<string, unknown>> | undefined;

/** Whether a change of a stored content item changes what is found of it. Most changes are views or conversion steps. */
export const changesSearch = (before: Image, after: Image): boolean => {
  const documents = (item: Image): unknown => {
    const parsed = item && Source.safeParse(item);
    // A corrupt item counts as a change: the worker that reads it leaves it out and logs it.
    if (!parsed?.success) return item && 'corrupt';
    return [documentOf(parsed.data, 'everybody'), documentOf(parsed.data, 'staff')];
  };
  return JSON.stringify(documents(before)) !== JSON.stringify(documents(after));
};
