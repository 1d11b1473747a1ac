import { createCursors, type Cursors } from '../data/table/cursor.ts';
import { createParameters, type Parameters } from '../platform/parameters.ts';

/** Page cursors, signed with the key that the stage's deployment created. */
export const createPaging = (
  env: { readonly CURSOR_KEY_PARAMETER: string },
  parameters: Parameters = createParameters(),
): Cursors => createCursors(() => parameters.read(env.CURSOR_KEY_PARAMETER));
