import { AppError } from '../domain/app-error.ts';
import type { Actor } from './route.ts';

/** Refuses signed-out visitors where the stage's catalogue is not public. Throws `unauthenticated`. */
export const assertMayBrowse = (publicCatalogue: boolean, actor: Actor | undefined): void => {
  if (!publicCatalogue && !actor) throw new AppError('unauthenticated');
};
