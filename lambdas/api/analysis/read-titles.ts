import type { AnalyzedTitle } from '../../contract/content/analyzed-titles.ts';
import type { ListPage } from '../../data/table/list-page.ts';
import type { TitleFilter } from '../../domain/analysis/title-index.ts';
import type { AnalysisApiDeps } from './deps.ts';

/** A page of analyzed titles with their names. Titles that were deleted since are left out. */
export const readTitles = async (
  { titles, content }: Pick<AnalysisApiDeps, 'titles' | 'content'>,
  filter: TitleFilter,
  page: { readonly cursor: string | undefined; readonly limit: number },
): Promise<{ items: AnalyzedTitle[]; next_cursor: ListPage<unknown>['next_cursor'] }> => {
  const { items, next_cursor } = await titles.list(filter, page);
  const found = await content.getMany(items.map(({ content_id: id }) => id));
  return {
    items: items.flatMap((findings) => {
      const item = found.get(findings.content_id);
      if (!item || item.deleted_at !== undefined) return [];
      const { title, artist, content_type, status } = item;
      return [{ ...findings, title, artist, content_type, status }];
    }),
    next_cursor,
  };
};
