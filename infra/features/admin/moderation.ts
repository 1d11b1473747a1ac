import type { Env } from '../../../lambdas/api/moderation/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** Decisions of administrators about playlists that users share. */
export const moderation: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'moderation',
    env: { ...apiEnv, CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact: 'Administrators cannot see reported playlists, and cannot hide playlists or show them again.',
  });
  readParameters(api, names.cursorKey);
  table.grant(
    api,
    {
      profile: ['BatchGetItem'],
      playlist: ['GetItem', 'BatchGetItem', 'UpdateItem'],
      playlistReport: ['Query'],
      reportedPlaylist: ['GetItem', 'PutItem', 'ConditionCheckItem'],
      audit: ['PutItem'],
    },
    ['gsi1', 'gsi2'],
  );
  return { api };
};
