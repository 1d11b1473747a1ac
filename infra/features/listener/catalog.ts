import { Duration } from 'aws-cdk-lib';
import type { Env } from '../../../lambdas/api/catalog/env.ts';
import type { Env as NamesEnv } from '../../../lambdas/workers/catalog-names/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { QueueConsumer } from '../../constructs/queue-consumer.ts';
import { publishEvents, readParameters } from '../../permissions.ts';
import { partsOf, storageEnv, visitorEnv, type FeatureFactory } from '../feature.ts';

/** Browsing, categories and creators, and the worker that copies their names to the items that show them. */
export const catalog: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'catalog',
    env: { ...apiEnv, ...visitorEnv(platform), ...storageEnv(platform), CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact: 'Browsing fails; playback that has started continues.',
  });
  readParameters(api, names.cursorKey, names.distribution);
  publishEvents(api);
  table.grant(
    api,
    {
      content: ['GetItem'],
      category: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      categorySlug: ['PutItem', 'DeleteItem'],
      creator: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      audit: ['PutItem'],
      // What the analysis found, for administrators.
      analysisCorrection: ['GetItem'],
      analysisResult: ['Query'],
      transcript: ['GetItem'],
      transcriptSegment: ['Query'],
    },
    ['gsi2', 'gsi3', 'gsi4'],
  );

  // A category can have many items, and each one needs a write.
  const timeout = Duration.minutes(5);
  const worker = new AppFunction<NamesEnv>(scope, 'Names', {
    ...shared,
    folder: 'catalog-names',
    env: { TABLE_NAME },
    timeout,
    errorImpact: 'Items show the old name of their category or creator, and replaced categories are not removed.',
  });
  table.grant(
    worker,
    {
      content: ['GetItem', 'BatchGetItem', 'UpdateItem'],
      category: ['GetItem', 'UpdateItem', 'DeleteItem'],
      categorySlug: ['DeleteItem'],
      creator: ['GetItem'],
    },
    ['gsi4', 'gsi7'],
  );
  const queue = new QueueConsumer(scope, 'NamesQueue', {
    consumer: worker,
    timeout,
    sources: { Changed: appEvent('CatalogNamesChanged.v1') },
    deadLetterImpact: 'Items of these categories and creators show old names until the messages are redriven.',
  });
  return { api, workers: [worker], consumers: [queue] };
};
