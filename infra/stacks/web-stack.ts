import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import * as deployment from 'aws-cdk-lib/aws-s3-deployment';
import * as ssm from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { AppConfig } from '../../lambdas/contract/config.ts';
import type { ContractApi } from '../constructs/contract-api.ts';
import { LIVE_STAGE, type LiveApi } from '../constructs/live-api.ts';
import type { AppFunction } from '../constructs/app-function.ts';
import { originSecret } from '../constructs/origin-secrets.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import type { SigningKeys } from '../constructs/signing-keys.ts';
import { SiteDistribution } from '../constructs/site-distribution.ts';
import { acknowledgeBucketDeployment } from '../nag.ts';
import { parameterNames } from '../parameter-names.ts';
import type { Platform } from '../platform.ts';
import { logRetention, removalOf } from '../retention.ts';
import type { Stage } from '../stages.ts';

/** Properties of the web stack. */
export interface WebStackProps extends StackProps {
  readonly platform: Platform;
  readonly keys: SigningKeys;
  /** Generates secrets at deployment. */
  readonly secretKeys: AppFunction;
  readonly http: ContractApi;
  readonly socketApi: LiveApi;
  /** Folder of the built single-page application. */
  readonly siteFolder: string;
}

/** The site: its bucket, the distribution, and the deployment of the built application. */
export class WebStack extends Stack {
  readonly distribution: cloudfront.Distribution;

  constructor(scope: Construct, id: string, props: WebStackProps) {
    super(scope, id, props);
    const { platform, keys, secretKeys, http, socketApi, siteFolder } = props;
    const { stage, data } = platform;
    for (const origin of [http, socketApi])
      this.addStackDependency(Stack.of(origin), 'The distribution needs its host');
    const site = new PrivateBucket(this, 'Site', { stage }).bucket;
    // Set with the low-level property, because CDK would add a policy to the log bucket and make the two stacks depend
    // on each other.
    (site.node.defaultChild as s3.CfnBucket).loggingConfiguration = {
      destinationBucketName: data.logs.bucketName,
      logFilePrefix: 'site/',
    };
    const secret = originSecret(this, { stage, generator: secretKeys });
    const delivery = new SiteDistribution(this, 'Delivery', {
      stage,
      data,
      site,
      keys,
      http,
      socketApi,
      originSecret: secret,
    });
    this.distribution = delivery.distribution;
    const siteUrl = stage.siteUrl ?? `https://${stage.domain?.name ?? this.distribution.distributionDomainName}`;
    this.storeParameters(stage, siteUrl);
    this.deploySite(site, siteFolder, platform);
    new CfnOutput(this, 'SiteUrlOutput', { value: siteUrl });
  }

  /** Values that functions of earlier stacks read at run time, because they are deployed before the distribution. */
  private storeParameters(stage: Stage, siteUrl: string): void {
    const names = parameterNames(stage);
    new ssm.StringParameter(this, 'SiteUrl', { parameterName: names.siteUrl, stringValue: siteUrl });
    new ssm.StringParameter(this, 'DistributionId', {
      parameterName: names.distribution,
      stringValue: this.distribution.distributionId,
    });
  }

  private deploySite(site: s3.IBucket, siteFolder: string, { stage, data }: Platform): void {
    const config: AppConfig = {
      stage: stage.name,
      region: stage.region,
      userPoolId: data.userPool.pool.userPoolId,
      userPoolClientId: data.userPool.client.userPoolClientId,
      userPoolEndpoint: stage.userPoolEndpoint,
      apiBase: '/api',
      wsUrl: `/${LIVE_STAGE}`,
      publicCatalog: stage.publicCatalog,
      passkeys: stage.passkeyDomain !== null,
      phones: stage.phoneFactor,
      speechLanguages: stage.analysis.speechLanguages,
    };
    const shared = {
      destinationBucket: site,
      // Old hashed files are kept for pages that are still open. Every other file is revalidated.
      prune: false,
      memoryLimit: 512,
      logGroup: new logs.LogGroup(this, 'DeploymentLogs', {
        retention: logRetention(stage),
        removalPolicy: removalOf(stage),
      }),
      retainOnDelete: stage.keepData,
    };
    const assets = new deployment.BucketDeployment(this, 'Assets', {
      ...shared,
      sources: [deployment.Source.asset(siteFolder)],
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [deployment.CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const page = new deployment.BucketDeployment(this, 'Page', {
      ...shared,
      sources: [
        deployment.Source.asset(siteFolder),
        deployment.Source.jsonData('config.json', config),
        // A later source replaces files of the same name.
        ...(stage.serviceWorker ? [] : [workerRemoval(siteFolder)]),
      ],
      exclude: ['assets/*'],
      cacheControl: [deployment.CacheControl.fromString('no-cache')],
      distribution: this.distribution,
      distributionPaths: ['/index.html', '/config.json', '/sw.js'],
    });
    page.node.addDependency(assets);
    acknowledgeBucketDeployment(this);
  }
}

/** The worker that removes itself, under the name of the service worker: browsers look for changes only there. */
const workerRemoval = (siteFolder: string): deployment.ISource =>
  deployment.Source.data('sw.js', readFileSync(join(siteFolder, 'sw-off.js'), 'utf8'));
