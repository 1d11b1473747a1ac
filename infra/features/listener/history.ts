import type { Env } from '../../../lambdas/api/history/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** Watch history, playback positions and the saved queue. */
export const history: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'history',
    env: { ...apiEnv, CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact: 'Watch history, positions and queues are neither shown nor saved; playback starts at the beginning.',
  });
  readParameters(api, names.cursorKey);
  table.grant(
    api,
    {
      content: ['GetItem', 'BatchGetItem'],
      history: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      historyState: ['GetItem', 'PutItem', 'UpdateItem'],
      position: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      queue: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    },
    ['gsi1'],
  );
  return { api };
};
