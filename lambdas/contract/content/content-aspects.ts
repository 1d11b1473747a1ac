import * as z from 'zod/mini';

/** What a change of a content item affects: the dashboard's counts, copies in libraries, the search index. */
export const ContentAspect = z.enum(['count', 'library', 'search']);
export type ContentAspect = z.infer<typeof ContentAspect>;
