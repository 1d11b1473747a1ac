import type { Env } from '../../lambdas/api/bookmarks/env.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { readParameters } from '../permissions.ts';
import { partsOf, type FeatureFactory } from './feature.ts';

/** Titles that users want to return to, with notes. */
export const bookmarks: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'bookmarks',
    env: { ...apiEnv, CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact: 'Listeners can neither see nor change their bookmarks and notes.',
  });
  readParameters(api, names.cursorKey);
  table.grant(
    api,
    {
      content: ['GetItem', 'BatchGetItem'],
      bookmark: ['PutItem', 'UpdateItem', 'DeleteItem'],
    },
    ['gsi1'],
  );
  return { api };
};
