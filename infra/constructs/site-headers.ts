import { Duration } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';

/** Properties of the headers. */
export interface SiteHeadersProps {
  /** Other origins that the page can connect to: the user pool's API and the upload bucket. */
  readonly connectTo: readonly string[];
  /** Other origins that the page can play media from: the upload bucket, for tests of unconverted files. */
  readonly playFrom: readonly string[];
}

/** Security headers of every response, including errors. */
export class SiteHeaders extends Construct {
  /** For pages and their assets. */
  readonly page: cloudfront.ResponseHeadersPolicy;
  /** For API responses, media and posters. */
  readonly data: cloudfront.ResponseHeadersPolicy;

  constructor(scope: Construct, id: string, props: SiteHeadersProps) {
    super(scope, id);
    const policy = [
      "default-src 'self'",
      "script-src 'self'",
      // The only exception: the page contains the styles of its first paint, and Radix uses style attributes for
      // positions and scroll locks.
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      `media-src 'self' blob: ${props.playFrom.join(' ')}`,
      "worker-src 'self'",
      `connect-src 'self' ${props.connectTo.join(' ')}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
    const shared = {
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.SAME_ORIGIN, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override: true },
    };
    const opener = { header: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups', override: true };
    const permissions = {
      header: 'Permissions-Policy',
      value: 'camera=(), microphone=(), payment=(), geolocation=(self)',
      override: true,
    };
    this.page = new cloudfront.ResponseHeadersPolicy(this, 'Page', {
      securityHeadersBehavior: { ...shared, contentSecurityPolicy: { contentSecurityPolicy: policy, override: true } },
      customHeadersBehavior: { customHeaders: [opener, permissions] },
    });
    this.data = new cloudfront.ResponseHeadersPolicy(this, 'Data', {
      securityHeadersBehavior: {
        ...shared,
        contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'", override: true },
      },
      customHeadersBehavior: {
        customHeaders: [opener, { header: 'Cross-Origin-Resource-Policy', value: 'same-origin', override: true }],
      },
    });
  }
}
