import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Env as AccountEnv } from '../../lambdas/api/account/env.ts';
import type { Env as CatalogEnv } from '../../lambdas/api/catalog/env.ts';
import type { Env as ContentEnv } from '../../lambdas/api/content/env.ts';
import type { Env as HistoryEnv } from '../../lambdas/api/history/env.ts';
import type { Env as LiveEnv } from '../../lambdas/api/live/env.ts';
import type { Env as PlaybackEnv } from '../../lambdas/api/playback/env.ts';
import type { Env as SecurityEnv } from '../../lambdas/api/security/env.ts';
import type { Env as ConversionApiEnv } from '../../lambdas/api/conversion/env.ts';
import type { Env as UploadsEnv } from '../../lambdas/api/uploads/env.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { Audit } from '../constructs/audit.ts';
import type { QueueConsumer } from '../constructs/app-queue.ts';
import { CatalogNames } from '../constructs/catalog-names.ts';
import { Bulk } from '../constructs/bulk.ts';
import { ContractApi } from '../constructs/contract-api.ts';
import { Dashboard } from '../constructs/dashboard.ts';
import { Library } from '../constructs/library.ts';
import { LiveChannel } from '../constructs/live-channel.ts';
import { People } from '../constructs/people.ts';
import { Search } from '../constructs/search.ts';
import { Settings } from '../constructs/settings.ts';
import { Usernames } from '../constructs/usernames.ts';
import { reasons } from '../nag.ts';
import { parameterNames } from '../parameter-names.ts';
import type { Stage } from '../stages.ts';
import type { DataStack } from './data-stack.ts';
import type { MediaStack } from './media-stack.ts';

/** What the stack is made from and stands on. */
export interface ApiStackProps extends StackProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly media: MediaStack;
}

/** The API: one function for each feature of the contract, the live channel, and what keeps the search index. */
export class ApiStack extends Stack {
  readonly api: ContractApi;
  readonly live: LiveChannel;
  readonly search: Search;
  readonly functions: readonly AppFunction[];
  readonly consumers: readonly QueueConsumer[];

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    const { data, media, stage } = props;
    const names = parameterNames(stage.name);
    const TABLE_NAME = data.table.table.tableName;
    const shared = { stage, failureQueue: data.failureQueue };
    const { table } = data;
    const readParameters = (target: AppFunction, ...parameters: readonly string[]) =>
      target.allow({ actions: ['ssm:GetParameter'], resources: parameters.map((name) => data.parameterArn(name)) });
    const publishEvents = (target: AppFunction) =>
      target.allow({
        actions: ['events:PutEvents'],
        resources: [this.formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' })],
      });

    const account = new AppFunction<AccountEnv>(this, 'Account', {
      ...shared,
      folder: 'account',
      env: { TABLE_NAME },
      errorImpact: 'People cannot see or change their profile, and the site does not learn their role.',
    });
    table.grant(account, ['GetItem', 'PutItem', 'UpdateItem']);

    const catalog = new AppFunction<CatalogEnv>(this, 'Catalog', {
      ...shared,
      folder: 'catalog',
      env: {
        TABLE_NAME,
        PUBLIC_CATALOG: String(stage.publicCatalog),
        USER_POOL_CLIENT_ID: data.userPool.client.userPoolClientId,
        ISSUER: data.userPool.issuer,
        JWKS_URI: data.userPool.jwksUri,
        CURSOR_KEY_PARAMETER: names.cursorKey,
      },
      errorImpact: 'Nobody can browse; what already plays goes on.',
    });
    table.grant(
      catalog,
      ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'Query'],
      ['gsi2', 'gsi3', 'gsi4'],
    );
    publishEvents(catalog);
    readParameters(catalog, names.cursorKey);

    const content = new AppFunction<ContentEnv>(this, 'Content', {
      ...shared,
      folder: 'content',
      env: {
        TABLE_NAME,
        CURSOR_KEY_PARAMETER: names.cursorKey,
        MEDIA_BUCKET: data.media.bucketName,
        DISTRIBUTION_PARAMETER: names.distribution,
      },
      errorImpact: 'Administrators cannot add, edit, publish or delete content; listeners notice nothing.',
    })
      // Without this right S3 answers 403 for a still that is not there, which hides a missing permission.
      .allow({ actions: ['s3:ListBucket'], resources: [data.media.bucketArn] })
      .allow({
        actions: ['s3:GetObject'],
        resources: [data.media.arnForObjects('media/*')],
        wildcardReason: reasons.runtimeId,
      })
      .allow({
        actions: ['s3:PutObject', 's3:DeleteObject'],
        resources: [data.media.arnForObjects('posters/*')],
        wildcardReason: reasons.runtimeId,
      })
      .allow({
        actions: ['s3:PutObject', 's3:DeleteObject'],
        resources: [data.media.arnForObjects('media/captions/*')],
        wildcardReason: reasons.runtimeId,
      })
      .allow({
        actions: ['cloudfront:CreateInvalidation'],
        resources: [this.formatArn({ service: 'cloudfront', region: '', resource: 'distribution', resourceName: '*' })],
        wildcardReason: reasons.runtimeId,
      });
    table.grant(content, ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'], ['gsi1', 'gsi5', 'gsi6']);
    readParameters(content, names.cursorKey, names.distribution);
    publishEvents(content);

    const uploads = new AppFunction<UploadsEnv>(this, 'Uploads', {
      ...shared,
      folder: 'uploads',
      env: { TABLE_NAME, UPLOADS_BUCKET: data.uploads.bucketName, S3_PUBLIC_ENDPOINT: stage.s3PublicEndpoint },
      timeout: Duration.seconds(29),
      errorImpact: 'Nobody can start or finish an upload; running transfers of parts go on until their URLs expire.',
    })
      // Without this right S3 answers 403 for what is not there, which hides a missing permission.
      .allow({ actions: ['s3:ListBucket'], resources: [data.uploads.bucketArn] })
      .allow({
        actions: [
          's3:PutObject',
          's3:GetObject',
          's3:GetObjectVersion',
          's3:AbortMultipartUpload',
          's3:ListMultipartUploadParts',
          's3:DeleteObjectVersion',
        ],
        resources: [data.uploads.arnForObjects('uploads/*')],
        wildcardReason: reasons.runtimeId,
      });
    table.grant(uploads, ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], ['gsi1']);

    const conversion = new AppFunction<ConversionApiEnv>(this, 'Conversion', {
      ...shared,
      folder: 'conversion',
      env: { TABLE_NAME },
      errorImpact: 'Administrators can neither see the steps of a content nor restart conversions; running ones go on.',
    });
    table.grant(conversion, ['GetItem', 'PutItem', 'UpdateItem', 'Query']);
    publishEvents(conversion);

    const playback = new AppFunction<PlaybackEnv>(this, 'Playback', {
      ...shared,
      folder: 'playback',
      env: {
        TABLE_NAME,
        SIGNING_KEY_PARAMETER: media.signingKeyParameter,
        KEY_PAIR_ID: media.keyPairId,
        SITE_URL_PARAMETER: names.siteUrl,
        MEDIA_COOKIE_SECONDS: String(stage.mediaCookieSeconds),
      },
      errorImpact: 'Nothing new can be played; what plays stops when its cookies expire.',
    });
    table.grant(playback, ['GetItem', 'PutItem', 'UpdateItem']);
    readParameters(playback, media.signingKeyParameter, names.siteUrl);

    const history = new AppFunction<HistoryEnv>(this, 'History', {
      ...shared,
      folder: 'history',
      env: { TABLE_NAME, CURSOR_KEY_PARAMETER: names.cursorKey },
      errorImpact: 'Watch history, places and queues are neither shown nor written; what plays goes on, at its start.',
    });
    table.grant(history, ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], ['gsi1']);
    readParameters(history, names.cursorKey);

    const live = new AppFunction<LiveEnv>(this, 'LiveTickets', {
      ...shared,
      folder: 'live',
      env: { TABLE_NAME },
      errorImpact: 'Nobody can open the live channel; screens ask the API from time to time instead.',
    });
    table.grant(live, ['GetItem', 'PutItem']);

    const security = new AppFunction<SecurityEnv>(this, 'Security', {
      ...shared,
      folder: 'security',
      env: { TABLE_NAME },
      errorImpact: 'Administrators cannot search, and their searches are not noted.',
    });
    table.grant(security, ['GetItem', 'PutItem']);

    const docs = new AppFunction<Record<never, string>>(this, 'Docs', {
      ...shared,
      folder: 'docs',
      env: {},
      errorImpact: 'The API description cannot be read; nothing else depends on it.',
    });

    this.search = new Search(this, 'Search', { stage, data });
    const library = new Library(this, 'Library', { stage, data });
    const usernames = new Usernames(this, 'Usernames', { stage, data });
    const audit = new Audit(this, 'Audit', { stage, data });
    const settings = new Settings(this, 'Settings', { stage, data });
    const dashboard = new Dashboard(this, 'Dashboard', { stage, data });
    const catalogNames = new CatalogNames(this, 'CatalogNames', { stage, data });
    const bulk = new Bulk(this, 'Bulk', { stage, data });
    const people = new People(this, 'People', { stage, data });
    const features = {
      account,
      bulk: bulk.answers,
      catalog,
      content,
      uploads,
      conversion,
      playback,
      history,
      library: library.answers,
      username: usernames.answers,
      live,
      docs,
      security,
      search: this.search.query,
      dashboard: dashboard.answers,
      audit: audit.answers,
      settings: settings.answers,
      people: people.answers,
    };
    this.api = new ContractApi(this, 'Api', { stage, accounts: data.userPool, features });
    this.live = new LiveChannel(this, 'Live', { stage, data });
    // The reader of the stream tells the library what to follow, and the counters what to count.
    publishEvents(this.live.changes);
    this.functions = [
      ...Object.values(features),
      bulk.worker,
      bulk.schedule,
      catalogNames.worker,
      library.changes,
      usernames.mails,
      dashboard.counts,
      audit.seal,
      ...this.live.functions,
      this.search.index,
    ];
    this.consumers = [
      ...bulk.consumers,
      ...catalogNames.consumers,
      ...library.consumers,
      ...dashboard.consumers,
      ...this.live.consumers,
    ];
  }
}
