import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Env } from '../../../lambdas/api/plays/env.ts';
import type { Env as RollupEnv } from '../../../lambdas/workers/playback-rollup/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

const ROLLUP_MINUTES = 5;

/** The numbers of plays: the worker that sums them up, and the API that shows them to owners and administrators. */
export const plays: FeatureFactory = (scope, platform) => {
  const { shared, table, TABLE_NAME, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'plays',
    env: apiEnv,
    errorImpact: 'Owners and administrators cannot see the numbers of plays.',
  });
  table.grant(api, {
    titlePlays: ['Query'],
    playQuality: ['Query'],
    streams: ['Query'],
    topPlays: ['GetItem'],
    rollup: ['BatchGetItem'],
    deliveryCreatorDay: ['Query'],
    deliveryCreatorMonth: ['Query'],
    deliveryTitleDay: ['Query'],
    deliveryTitleMonth: ['Query'],
    deliveryMonth: ['Query'],
    content: ['BatchGetItem'],
    creator: ['GetItem', 'Query'],
  });

  const rollup = new AppFunction<RollupEnv>(scope, 'Rollup', {
    ...shared,
    folder: 'playback-rollup',
    // A run that is late stops within a window, and the next one continues there.
    env: { TABLE_NAME, TIME_LIMIT_SECONDS: String(Duration.minutes(ROLLUP_MINUTES - 1).toSeconds()) },
    timeout: Duration.minutes(ROLLUP_MINUTES),
    errorImpact:
      'The numbers of plays are out of date, or more than an hour behind; ' +
      'plays that are older than a day when it runs again are lost.',
  });
  table.grant(rollup, {
    played: ['Query'],
    beat: ['Query'],
    content: ['BatchGetItem'],
    titlePlays: ['Query', 'UpdateItem', 'PutItem'],
    playQuality: ['Query', 'UpdateItem', 'PutItem'],
    streams: ['UpdateItem'],
    topPlays: ['GetItem', 'PutItem'],
    playedMonth: ['Query', 'PutItem'],
    rollup: ['GetItem', 'PutItem'],
  });
  new EventTarget(scope, 'SummingPlays', {
    target: rollup,
    failureQueue: shared.failureQueue,
    on: { schedule: events.Schedule.rate(Duration.minutes(ROLLUP_MINUTES)) },
  });
  return { api, workers: [rollup] };
};
