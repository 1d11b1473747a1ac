import { AppError } from '../../domain/app-error.ts';
import type { Actor } from '../route.ts';

/** Throws `unauthenticated` for visitors who are not signed in, unless the catalog of the stage is public. */
export const assertCanBrowse = (publicCatalog: boolean, actor: Actor | undefined): void => {
  if (!publicCatalog && !actor) throw new AppError('unauthenticated');
};
