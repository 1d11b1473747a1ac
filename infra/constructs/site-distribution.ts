import { join } from 'node:path';
import { Duration, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { WHERE_PATH } from '../../lambdas/contract/delivery/where.ts';
import { ORIGIN_HEADER } from '../../lambdas/contract/origin.ts';
import { acknowledge, reasons } from '../nag.ts';
import type { DataResources } from '../platform.ts';
import type { Stage } from '../stages.ts';
import type { ContractApi } from './contract-api.ts';
import { LIVE_STAGE, type LiveApi } from './live-api.ts';
import type { SigningKeys } from './signing-keys.ts';
import { SiteHeaders } from './site-headers.ts';

/** Properties of the distribution. */
export interface SiteDistributionProps {
  readonly stage: Stage;
  readonly data: DataResources;
  /** Bucket with the built application. */
  readonly site: s3.IBucket;
  readonly keys: SigningKeys;
  readonly http: ContractApi;
  readonly socketApi: LiveApi;
  /** Sent with every request to the APIs, which reject callers without it. */
  readonly originSecret: string;
}

/**
 * Errors that CloudFront caches by default (developer guide, "HTTP 4xx and 5xx status codes that CloudFront caches").
 * It would cache them for 10 s and return them to other users: a 404 for a user without access to a title would hide
 * it from a user with access. There is no custom error page, so errors reach the client unchanged.
 */
const CACHED_ERRORS = [404, 414, 500, 501, 502, 503, 504] as const;

const edge = {
  viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
  cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
  compress: true,
};

/** The distribution that serves application, API, live channel and media from one origin. */
export class SiteDistribution extends Construct {
  readonly distribution: cloudfront.Distribution;
  private readonly headers: SiteHeaders;

  constructor(scope: Construct, id: string, props: SiteDistributionProps) {
    super(scope, id);
    const { stage, data, site } = props;
    const userPoolOrigin = stage.userPoolEndpoint
      ? new URL(stage.userPoolEndpoint).origin
      : `https://cognito-idp.${stage.region}.amazonaws.com`;
    const uploadsOrigin = stage.s3PublicEndpoint || `https://${data.uploads.bucketRegionalDomainName}`;
    this.headers = new SiteHeaders(this, 'Headers', {
      connectTo: [userPoolOrigin, uploadsOrigin],
      playFrom: [uploadsOrigin],
    });
    const application = this.applicationBehavior(stage, site);
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `soundstage ${stage.name}`,
      errorResponses: CACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      ...(stage.webAclArn === null ? {} : { webAclId: stage.webAclArn }),
      ...this.domainOf(stage),
      defaultBehavior: application,
      additionalBehaviors: {
        ...this.apiBehaviors(props),
        ...this.mediaBehaviors(props),
        [WHERE_PATH]: this.whereBehavior(stage, application.origin),
      },
    });
    acknowledge(this.distribution, 'AwsSolutions-CFR1', reasons.edgeSwitches);
    acknowledge(this.distribution, 'AwsSolutions-CFR3', reasons.edgeSwitches);
    if (stage.webAclArn === null) acknowledge(this.distribution, 'AwsSolutions-CFR2', reasons.edgeSwitches);
    if (!stage.domain) acknowledge(this.distribution, 'AwsSolutions-CFR4', reasons.defaultCertificate);
    Validations.of(this.distribution).acknowledge({
      id: '@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac',
      reason:
        "The data stack allows this account's distributions to read the media bucket. A test verifies the statement.",
    });
  }

  private domainOf({ domain }: Stage): Partial<cloudfront.DistributionProps> {
    if (!domain) return {};
    return {
      domainNames: [domain.name],
      minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
    };
  }

  private applicationBehavior(stage: Stage, site: s3.IBucket): cloudfront.BehaviorOptions {
    return {
      ...edge,
      origin: origins.S3BucketOrigin.withOriginAccessControl(site),
      responseHeadersPolicy: this.headers.page,
      functionAssociations: [this.onRequest(stage, 'SpaPaths', 'spa-paths')],
    };
  }

  /** The country of the viewer. The function responds to every request, so none reaches the origin. */
  private whereBehavior(stage: Stage, origin: cloudfront.IOrigin): cloudfront.BehaviorOptions {
    return {
      ...edge,
      origin,
      // A function sees the header only if the cache policy names it.
      cachePolicy: new cloudfront.CachePolicy(this, 'Country', {
        cachePolicyName: `soundstage-${stage.name}-country`,
        headerBehavior: cloudfront.CacheHeaderBehavior.allowList('CloudFront-Viewer-Country'),
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        maxTtl: Duration.seconds(1),
      }),
      responseHeadersPolicy: this.headers.data,
      functionAssociations: [this.onRequest(stage, 'Where', 'where')],
    };
  }

  /** Runs a function of this folder on each request of a behavior. */
  private onRequest(stage: Stage, id: string, file: string): cloudfront.FunctionAssociation {
    const code = cloudfront.FunctionCode.fromFile({ filePath: join(import.meta.dirname, `${file}.js`) });
    const functionName = `soundstage-${stage.name}-${file}`;
    const runtime = cloudfront.FunctionRuntime.JS_2_0;
    return {
      eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
      function: new cloudfront.Function(this, id, { functionName, code, runtime }),
    };
  }

  private apiBehaviors({
    http,
    socketApi,
    originSecret,
  }: SiteDistributionProps): Record<string, cloudfront.BehaviorOptions> {
    const forwarded = {
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: this.headers.data,
    };
    const customHeaders = { [ORIGIN_HEADER]: originSecret };
    return {
      '/api/*': {
        ...forwarded,
        origin: new origins.HttpOrigin(http.host, { customHeaders }),
        allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      },
      // The handshake of the live channel. CloudFront forwards the messages after it.
      [`/${LIVE_STAGE}`]: {
        ...forwarded,
        origin: new origins.HttpOrigin(socketApi.host, { customHeaders }),
        allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
      },
    };
  }

  private mediaBehaviors({ data, keys }: SiteDistributionProps): Record<string, cloudfront.BehaviorOptions> {
    const stored = {
      ...edge,
      // Imported: the bucket's own policy allows this account's distributions to read it.
      origin: origins.S3BucketOrigin.withOriginAccessControl(imported(this, 'MediaBucket', data.media)),
      responseHeadersPolicy: this.headers.data,
    };
    return { '/media/*': { ...stored, trustedKeyGroups: [keys.keyGroup] }, '/posters/*': stored };
  }
}

/** A bucket of another stack, imported so that no policy is added to it. */
const imported = (scope: Construct, id: string, { bucketArn, bucketRegionalDomainName }: s3.IBucket): s3.IBucket =>
  s3.Bucket.fromBucketAttributes(scope, id, { bucketArn, bucketRegionalDomainName });
