import { randomUUID } from 'node:crypto';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { AwsError, LOCAL_ACCOUNT, readBody, xmlFailure } from '../aws/service.ts';
import type { LocalService } from '../aws/service.ts';
import type { Clock } from '../clock.ts';
import type { Authorize } from '../iam/access.ts';

/**
 * An invalidation. It completes immediately: the local distribution drops the paths from its cache before the API
 * answers.
 */
export interface Invalidation {
  readonly id: string;
  readonly distributionId: string;
  readonly callerReference: string;
  readonly paths: readonly string[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** The invalidation operations of CloudFront's API. */
export interface CloudFrontService extends LocalService {
  /** Newest first, at most the last 1,000. */
  invalidations(): readonly Invalidation[];
}

const API_VERSION = '2020-05-31';
const NAMESPACE = `http://cloudfront.amazonaws.com/doc/${API_VERSION}/`;
const PATH = new RegExp(`^/${API_VERSION}/distribution/([^/]+)/invalidation(?:/([^/]+))?/?$`);
/** Maximum paths of one invalidation, and number of invalidations that are kept. */
const MAX_PATHS = 3000;
const MAX_INVALIDATIONS = 1000;

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });
const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, isArray: (tag) => tag === 'Path' });

const batchInput = z.object({
  InvalidationBatch: z.object({
    CallerReference: z.string().min(1),
    Paths: z.object({ Quantity: z.coerce.number().int(), Items: z.object({ Path: z.array(z.string()) }) }),
  }),
});

const describe = (invalidation: Invalidation) => ({
  Invalidation: {
    '@xmlns': NAMESPACE,
    Id: invalidation.id,
    Status: 'Completed',
    CreateTime: new Date(invalidation.createdAt).toISOString(),
    InvalidationBatch: {
      Paths: { Quantity: invalidation.paths.length, Items: { Path: invalidation.paths } },
      CallerReference: invalidation.callerReference,
    },
  },
});

const parseBatch = (body: string): { readonly callerReference: string; readonly paths: readonly string[] } => {
  let document: unknown;
  try {
    document = parser.parse(body);
  } catch {
    throw new AwsError('MalformedXML', 'The XML document is malformed.');
  }
  const parsed = batchInput.safeParse(document);
  if (!parsed.success)
    throw new AwsError('InvalidArgument', 'Your request contains an empty or invalid invalidation batch.');
  const { CallerReference, Paths } = parsed.data.InvalidationBatch;
  if (Paths.Quantity !== Paths.Items.Path.length) {
    throw new AwsError('InconsistentQuantities', "The value of Quantity and the size of Items don't match.");
  }
  if (Paths.Items.Path.length > MAX_PATHS)
    throw new AwsError('BatchTooLarge', 'Invalidation batch specified is too large.', 413);
  const wrong = Paths.Items.Path.find((path) => !path.startsWith('/') || path.slice(0, -1).includes('*'));
  if (wrong !== undefined)
    throw new AwsError('InvalidArgument', 'Your request contains one or more invalid invalidation paths.');
  return { callerReference: CallerReference, paths: Paths.Items.Path };
};

const samePaths = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n');

/**
 * CreateInvalidation and GetInvalidation (REST XML). `onInvalidate` receives the paths of each new invalidation. As in
 * AWS, a repeated caller reference returns the first invalidation when the paths are the same and fails when they
 * differ. `distributionExists` returns whether a distribution ID is known.
 */
export const createCloudFrontService = (options: {
  readonly clock: Clock;
  readonly onInvalidate: (paths: readonly string[], distributionId: string) => void;
  readonly distributionExists: (id: string) => boolean;
  /** Authorizes each call. Default: every call is allowed. */
  readonly authorize?: Authorize;
}): CloudFrontService => {
  let invalidations: readonly Invalidation[] = [];

  const create = (distributionId: string, body: string): Invalidation => {
    const batch = parseBatch(body);
    const earlier = invalidations.find(
      (other) => other.distributionId === distributionId && other.callerReference === batch.callerReference,
    );
    if (earlier && !samePaths(earlier.paths, batch.paths)) {
      throw new AwsError(
        'InvalidArgument',
        'Your request contains a caller reference that was used for a previous invalidation batch ' +
          'for the same distribution.',
      );
    }
    if (earlier) return earlier;
    const id = `I${randomUUID().replaceAll('-', '').slice(0, 13).toUpperCase()}`;
    const invalidation = { id, distributionId, ...batch, createdAt: options.clock.now() };
    invalidations = [invalidation, ...invalidations].slice(0, MAX_INVALIDATIONS);
    options.onInvalidate(batch.paths, distributionId);
    return invalidation;
  };

  return {
    signingName: 'cloudfront',
    errorProtocol: 'xml',
    invalidations: () => invalidations,
    async handle(request, response, caller) {
      let status = 200;
      let document: unknown;
      const requestId = randomUUID();
      const headers: Record<string, string> = { 'content-type': 'text/xml', 'x-amzn-requestid': requestId };
      try {
        if (!caller) throw new AwsError('MissingAuthenticationToken', 'Request is missing Authentication Token', 403);
        const path = (request.url ?? '/').split('?')[0] ?? '/';
        const [, distributionId, invalidationId] = PATH.exec(path) ?? [];
        const creates = request.method === 'POST' && invalidationId === undefined;
        const reads = request.method === 'GET' && invalidationId !== undefined;
        if (distributionId === undefined || (!creates && !reads)) {
          throw new AwsError(
            'InvalidAction',
            `The local cloud does not support ${request.method ?? ''} ${path} of CloudFront`,
          );
        }
        options.authorize?.(
          caller,
          `cloudfront:${creates ? 'Create' : 'Get'}Invalidation`,
          `arn:aws:cloudfront::${LOCAL_ACCOUNT}:distribution/${distributionId}`,
        );
        if (!options.distributionExists(distributionId)) {
          throw new AwsError('NoSuchDistribution', 'The specified distribution does not exist.', 404);
        }
        const created = creates ? create(distributionId, (await readBody(request)).toString('utf8')) : undefined;
        const invalidation = created ?? invalidations.find(({ id }) => id === invalidationId);
        if (!invalidation) throw new AwsError('NoSuchInvalidation', 'The specified invalidation does not exist.', 404);
        if (created) {
          status = 201;
          headers.location =
            `https://cloudfront.amazonaws.com/${API_VERSION}/distribution/${distributionId}` +
            `/invalidation/${invalidation.id}`;
        }
        document = describe(invalidation);
      } catch (error) {
        ({ status, document } = xmlFailure(error, NAMESPACE, requestId));
      }
      const text = `<?xml version="1.0" encoding="UTF-8"?>\n${String(builder.build(document))}`;
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
      response.end(text);
    },
  };
};
