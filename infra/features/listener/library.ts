import { Duration } from 'aws-cdk-lib';
import type { Env } from '../../../lambdas/api/library/env.ts';
import type { Env as ChangesEnv } from '../../../lambdas/workers/library-changes/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { QueueConsumer } from '../../constructs/queue-consumer.ts';
import { readParameters } from '../../permissions.ts';
import { partsOf, visitorEnv, type FeatureFactory } from '../feature.ts';

/** Likes and playlists: the API, and the worker that keeps their copies of titles up to date. */
export const library: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'library',
    env: { ...apiEnv, ...visitorEnv(platform), CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact: 'Likes and playlists cannot be loaded or changed.',
  });
  readParameters(api, names.cursorKey);
  table.grant(
    api,
    {
      rights: ['ConditionCheckItem'],
      profile: ['GetItem'],
      content: ['GetItem', 'ConditionCheckItem'],
      like: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      likedIds: ['PutItem', 'UpdateItem'],
      library: ['PutItem', 'UpdateItem'],
      playlist: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      entry: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      playlistReport: ['GetItem', 'PutItem'],
      reportedPlaylist: ['GetItem', 'PutItem'],
    },
    ['gsi1', 'gsi2', 'gsi3'],
  );

  // A title can be in many libraries, and each one needs a write.
  const timeout = Duration.minutes(5);
  const worker = new AppFunction<ChangesEnv>(scope, 'Changes', {
    ...shared,
    folder: 'library-changes',
    env: { TABLE_NAME },
    timeout,
    errorImpact: 'Likes and playlists show outdated titles.',
  });
  table.grant(
    worker,
    {
      rights: ['BatchGetItem', 'ConditionCheckItem'],
      content: ['GetItem'],
      like: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      likedIds: ['GetItem', 'UpdateItem'],
      playlist: ['GetItem', 'UpdateItem', 'DeleteItem'],
      entry: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      playlistReport: ['Query', 'DeleteItem'],
      history: ['Query', 'UpdateItem', 'DeleteItem'],
      position: ['Query', 'UpdateItem', 'DeleteItem'],
    },
    ['gsi1', 'gsi2'],
  );
  const queue = new QueueConsumer(scope, 'LibraryQueue', {
    consumer: worker,
    timeout,
    sources: {
      Changed: appEvent('ContentChanged.v1', { aspects: ['library'] }),
      Deleted: appEvent('PlaylistDeleted.v1'),
      Cleared: appEvent('HistoryCleared.v1'),
      Switched: appEvent('AccountSwitched.v1'),
    },
    deadLetterImpact:
      'Likes and playlists show outdated versions of these titles; unpublished ones stay listed but cannot be ' +
      'played. Playlists of users disabled meanwhile stay public. Items of cleared histories, which no one can see, ' +
      'remain stored.',
  });
  return { api, workers: [worker], consumers: [queue] };
};
