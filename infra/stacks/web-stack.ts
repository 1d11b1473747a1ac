import { join } from 'node:path';
import { CfnOutput, Duration, Fn, Stack, Validations, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as deployment from 'aws-cdk-lib/aws-s3-deployment';
import * as ssm from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { AppConfig } from '../../lambdas/contract/config.ts';
import { LIVE_STAGE } from '../constructs/live-api.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import { SiteHeaders } from '../constructs/site-headers.ts';
import { acknowledge, acknowledgeBucketDeployment, reasons } from '../nag.ts';
import { parameterNames } from '../parameter-names.ts';
import { logRetention, removalOf } from '../retention.ts';
import type { Stage } from '../stages.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { MediaStack } from './media-stack.ts';

/** What the stack is made from and stands on. */
export interface WebStackProps extends StackProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly media: MediaStack;
  readonly api: ApiStack;
  /** Folder of the built single-page application. */
  readonly siteFolder: string;
}

/** The one origin: application, API and media behind one distribution. */
export class WebStack extends Stack {
  readonly distribution: cloudfront.Distribution;

  constructor(scope: Construct, id: string, props: WebStackProps) {
    super(scope, id, props);
    const { api, data, media, stage } = props;
    const names = parameterNames(stage.name);

    const site = new PrivateBucket(this, 'Site', { stage }).bucket;
    // By the native property: the log bucket's policy stands in its own stack, so that the two do not wait for each
    // other.
    (site.node.defaultChild as s3.CfnBucket).loggingConfiguration = {
      destinationBucketName: data.logs.bucketName,
      logFilePrefix: 'site/',
    };
    const headers = new SiteHeaders(this, 'Headers', {
      connectTo: [
        stage.userPoolEndpoint
          ? new URL(stage.userPoolEndpoint).origin
          : `https://cognito-idp.${stage.region}.amazonaws.com`,
        stage.s3PublicEndpoint === '' ? `https://${data.uploads.bucketRegionalDomainName}` : stage.s3PublicEndpoint,
      ],
    });
    // Imported: the bucket's own policy already lets this account's distributions read it.
    const mediaOrigin = origins.S3BucketOrigin.withOriginAccessControl(
      s3.Bucket.fromBucketAttributes(this, 'MediaBucket', {
        bucketArn: data.media.bucketArn,
        bucketRegionalDomainName: data.media.bucketRegionalDomainName,
      }),
    );
    const stored = {
      origin: mediaOrigin,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headers.data,
      compress: true,
    };
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `soundstage ${stage.name}`,
      // CloudFront keeps errors for 10 s whatever the API says of caching, and the next person gets them: a 404 of
      // somebody who may not see a content would hide it from somebody who may. No page is named, so an error stays
      // what it is.
      errorResponses: CACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      logBucket: s3.Bucket.fromBucketAttributes(this, 'DeliveryLogs', {
        bucketArn: data.logs.bucketArn,
        bucketRegionalDomainName: data.logs.bucketRegionalDomainName,
      }),
      logFilePrefix: 'delivery/',
      ...(stage.domain
        ? {
            domainNames: [stage.domain.name],
            minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
            certificate: Certificate.fromCertificateArn(this, 'Certificate', stage.domain.certificateArn),
          }
        : {}),
      defaultBehavior: {
        origin: origins.S3BucketOrigin.withOriginAccessControl(site),
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: headers.page,
        compress: true,
        functionAssociations: [
          {
            eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
            function: new cloudfront.Function(this, 'SpaPaths', {
              functionName: `soundstage-${stage.name}-spa-paths`,
              code: cloudfront.FunctionCode.fromFile({
                filePath: join(import.meta.dirname, '..', 'constructs', 'spa-paths.js'),
              }),
              runtime: cloudfront.FunctionRuntime.JS_2_0,
            }),
          },
        ],
      },
      additionalBehaviors: {
        '/api/*': {
          origin: new origins.HttpOrigin(Fn.select(2, Fn.split('/', api.api.api.apiEndpoint))),
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
          cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
          originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: headers.data,
        },
        [`/${LIVE_STAGE}`]: {
          // The handshake; what follows it CloudFront only passes through.
          origin: new origins.HttpOrigin(Fn.select(2, Fn.split('/', api.live.live.api.apiEndpoint))),
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
          cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
          originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: headers.data,
        },
        '/media/*': { ...stored, trustedKeyGroups: [media.keyGroup] },
        '/posters/*': stored,
      },
    });

    acknowledge(this.distribution, 'AwsSolutions-CFR1', reasons.edgeSwitches);
    acknowledge(this.distribution, 'AwsSolutions-CFR2', reasons.edgeSwitches);
    if (!stage.domain) acknowledge(this.distribution, 'AwsSolutions-CFR4', reasons.defaultCertificate);
    Validations.of(this.distribution).acknowledge({
      id: '@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac',
      reason: "The data stack lets this account's distributions read the media bucket; a test asserts the statement.",
    });

    const siteUrl = stage.siteUrl ?? `https://${stage.domain?.name ?? this.distribution.distributionDomainName}`;
    new ssm.StringParameter(this, 'SiteUrl', { parameterName: names.siteUrl, stringValue: siteUrl });
    new ssm.StringParameter(this, 'DistributionId', {
      parameterName: names.distribution,
      stringValue: this.distribution.distributionId,
    });

    const config: AppConfig = {
      stage: stage.name,
      region: stage.region,
      userPoolId: data.userPool.pool.userPoolId,
      userPoolClientId: data.userPool.client.userPoolClientId,
      userPoolEndpoint: stage.userPoolEndpoint,
      apiBase: '/api',
      wsUrl: `/${LIVE_STAGE}`,
      publicCatalog: stage.publicCatalog,
    };
    const immutable = [cloudfrontCache('public, max-age=31536000, immutable')];
    const fresh = [cloudfrontCache('no-cache')];
    const shared = {
      destinationBucket: site,
      prune: false,
      memoryLimit: 512,
      logGroup: new logs.LogGroup(this, 'DeploymentLogs', {
        retention: logRetention(stage),
        removalPolicy: removalOf(stage),
      }),
      // Old hashed files stay for pages that are still open; the page itself is never cached.
      retainOnDelete: stage.keepData,
    };
    const assets = new deployment.BucketDeployment(this, 'Assets', {
      ...shared,
      sources: [deployment.Source.asset(props.siteFolder)],
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: immutable,
    });
    const page = new deployment.BucketDeployment(this, 'Page', {
      ...shared,
      sources: [deployment.Source.asset(props.siteFolder), deployment.Source.jsonData('config.json', config)],
      exclude: ['assets/*'],
      cacheControl: fresh,
      distribution: this.distribution,
      distributionPaths: ['/index.html', '/config.json'],
    });
    page.node.addDependency(assets);
    acknowledgeBucketDeployment(this);
    new CfnOutput(this, 'SiteUrlOutput', { value: siteUrl });
  }
}

/**
 * The errors that CloudFront keeps by itself (developer guide, "HTTP 4xx and 5xx status codes that CloudFront caches").
 */
const CACHED_ERRORS = [404, 414, 500, 501, 502, 503, 504] as const;

const cloudfrontCache = (value: string) => deployment.CacheControl.fromString(value);
