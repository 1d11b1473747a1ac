import { AppError } from '../../domain/app-error.ts';
import { slugOf } from '../../domain/catalog/slug.ts';

/** The slug of a name. Throws `validation_failed` for a name that has none. */
export const slugFor = (name: string): string => {
  const slug = slugOf(name);
  if (slug === '')
    throw new AppError('validation_failed', undefined, [
      { path: 'name', message: 'Enter a name with at least one letter or digit' },
    ]);
  return slug;
};
