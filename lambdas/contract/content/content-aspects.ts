import * as z from 'zod/mini';

/**
 * What a change of a content item affects: the dashboard's counts, copies in libraries, the search index, the lists of
 * analyzed titles.
 */
export const ContentAspect = z.enum(['analysis', 'count', 'library', 'search']);
export type ContentAspect = z.infer<typeof ContentAspect>;
