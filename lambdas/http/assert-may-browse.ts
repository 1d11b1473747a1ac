import { AppError } from '../domain/app-error.ts';
import type { Actor } from './route.ts';

/** Refuses signed-out visitors where the stage's catalog is not public. Throws `unauthenticated`. */
export const assertMayBrowse = (publicCatalog: boolean, actor: Actor | undefined): void => {
  if (!publicCatalog && !actor) throw new AppError('unauthenticated');
};
