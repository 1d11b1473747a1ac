import { cleanSearch } from '../../../../lambdas/contract/listening/search-text.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { catalogTexts } from './texts.ts';
import { useCatalogFilter } from './use-catalog.ts';

/** Searches published content. The text is stored in the URL, and the `/` key focuses the box. */
export const SearchBox = () => {
  const { q, setQ } = useCatalogFilter();
  return (
    <SearchField
      label={catalogTexts.search}
      placeholder={catalogTexts.searchPlaceholder}
      q={q}
      onSearch={setQ}
      clean={cleanSearch}
      clearLabel={catalogTexts.clearSearch}
      shortcut="/"
    />
  );
};
