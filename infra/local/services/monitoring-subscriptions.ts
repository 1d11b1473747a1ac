import { randomUUID } from 'node:crypto';
import { XMLBuilder } from 'fast-xml-parser';
import { AwsError, LOCAL_ACCOUNT, xmlFailure, type LocalService } from '../aws/service.ts';
import type { Authorize } from '../iam/access.ts';

const API_VERSION = '2020-05-31';
const NAMESPACE = `http://cloudfront.amazonaws.com/doc/${API_VERSION}/`;
const PATH = new RegExp(`^/${API_VERSION}/distributions/([^/]+)/monitoring-subscription/?$`);

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });

/**
 * Adds GetMonitoringSubscription to CloudFront's service. The local cloud has no additional metrics, because its
 * template must not contain an `AWS::CloudFront::MonitoringSubscription`, so no distribution has a subscription.
 */
export const withMonitoringSubscriptions = <Service extends LocalService>(
  service: Service,
  authorize?: Authorize,
): Service => ({
  ...service,
  async handle(request, response, caller) {
    const [, id] = PATH.exec((request.url ?? '/').split('?', 1)[0] ?? '/') ?? [];
    if (id === undefined || request.method !== 'GET') return service.handle(request, response, caller);
    const requestId = randomUUID();
    let failure: unknown;
    try {
      if (!caller) throw new AwsError('MissingAuthenticationToken', 'Request is missing Authentication Token', 403);
      const resource = `arn:aws:cloudfront::${LOCAL_ACCOUNT}:distribution/${id}`;
      authorize?.(caller, 'cloudfront:GetMonitoringSubscription', resource);
      throw new AwsError('NoSuchMonitoringSubscription', 'A monitoring subscription does not exist.', 404);
    } catch (error) {
      failure = error;
    }
    const { status, document } = xmlFailure(failure, NAMESPACE, requestId);
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n${String(builder.build(document))}`;
    response.writeHead(status, {
      'content-type': 'text/xml',
      'x-amzn-requestid': requestId,
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  },
});
