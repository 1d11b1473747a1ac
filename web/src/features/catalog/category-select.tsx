import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useApi } from '../../core/api/api-context.tsx';
import { categoriesQuery } from './api.ts';
import styles from './category-select.module.css';
import { catalogTexts } from './texts.ts';
import { useCatalogFilter } from './use-catalog.ts';

/** Chooses the category, which is stored in the URL. */
export const CategorySelect = () => {
  const { data: categories = [] } = useQuery(categoriesQuery(useApi()));
  const { category, setCategory } = useCatalogFilter();
  // Until the categories have loaded, only the slug of the category is known.
  const known = category === null || categories.some(({ slug }) => slug === category);
  return (
    <span className={styles['field']}>
      <select
        className={styles['select']}
        aria-label={catalogTexts.category}
        value={category ?? ''}
        onChange={(event) => setCategory(event.currentTarget.value || null)}
      >
        <option value="">{catalogTexts.allCategories}</option>
        {!known && <option value={category}>{category}</option>}
        {categories.map(({ id, name, slug }) => (
          <option key={id} value={slug}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={16} className={styles['arrow']} />
    </span>
  );
};
