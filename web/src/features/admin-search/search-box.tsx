import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { cleanSearch } from '../../../../lambdas/contract/listening/search-text.ts';
import { paths } from '../../core/paths.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { adminSearchTexts as texts } from './texts.ts';

/** The search box of the admin area. Enter opens the results. */
export const AdminSearchBox = () => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const q = useSearchParams()[0].get('q');
  const search = (text: string | null) => {
    if (text !== null) void navigate(paths.adminSearchOf(text));
  };
  return (
    <SearchField
      label={texts.label}
      placeholder={texts.placeholder}
      q={pathname === paths.adminSearch ? q : null}
      onSearch={search}
      clean={cleanSearch}
    />
  );
};
