import { cleanSearch } from '../../../../lambdas/contract/listening/search-text.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { catalogTexts } from './texts.ts';
import { useCatalogFilter } from './use-catalog.ts';

/** Searches what is published: the address holds the text. `/` brings the focus here. */
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
