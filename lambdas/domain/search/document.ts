import * as z from 'zod/mini';
import { ContentType } from '../../contract/content/content-shapes.ts';
import { foldText } from './fold.ts';

/** One content item in the search index, or one sentence of it. Texts are folded (`fold.ts`). */
export const SearchDocument = z.object({
  id: z.string(),
  title: z.string(),
  /** Artist and creator, as on cards. */
  artist: z.string(),
  tags: z.string(),
  category: z.string(),
  category_id: z.nullable(z.string()),
  content_type: ContentType,
  /** Whether visitors who have not signed in can see it. */
  is_public: z.boolean(),
});
export type SearchDocument = z.infer<typeof SearchDocument>;

/** The fields of a stored content item that the index needs. */
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

/** The two indexes: `published` for published content, `staff` for unpublished content. */
export type Audience = 'published' | 'staff';

/** All indexes: those of content items, and that of the sentences spoken in published ones. */
export type IndexName = Audience | 'speech';

/**
 * The document of a stored content item in one of the two indexes; undefined when it does not belong there. Throws when
 * the stored item is invalid.
 */
export const documentOf = (item: object, audience: Audience = 'published'): SearchDocument | undefined => {
  const content = Source.parse(item);
  if ((content.status === 'published') !== (audience === 'published') || content.deleted_at !== undefined)
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

/** Whether a change of a stored content item changes its search results. Most changes are views or conversion steps. */
export const changesSearch = (before: Image, after: Image): boolean => {
  const documents = (item: Image): unknown => {
    const parsed = item && Source.safeParse(item);
    // A corrupt item counts as a change: the worker that reads it leaves it out and logs it.
    if (!parsed?.success) return item && 'corrupt';
    return [documentOf(parsed.data, 'published'), documentOf(parsed.data, 'staff')];
  };
  return JSON.stringify(documents(before)) !== JSON.stringify(documents(after));
};
