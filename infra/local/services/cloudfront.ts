import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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

/** A distribution of the template. It is always deployed: the local cloud applies its configuration at once. */
export interface LocalDistribution {
  readonly id: string;
  readonly domainName: string;
  readonly comment: string;
  readonly enabled: boolean;
  readonly priceClass: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** Operations of CloudFront's API: of distributions the one that reads, and those of invalidations. */
export interface CloudFrontService extends LocalService {
  /** Newest first, at most the last 1,000. */
  invalidations(): readonly Invalidation[];
}

const API_VERSION = '2020-05-31';
const NAMESPACE = `http://cloudfront.amazonaws.com/doc/${API_VERSION}/`;
const PATH = new RegExp(`^/${API_VERSION}/distribution/([^/]+)(/invalidation(?:/([^/]+))?)?/?$`);
/** Maximum paths of one invalidation, and number of invalidations that are kept. */
const MAX_PATHS = 3000;
const MAX_INVALIDATIONS = 1000;
/** Invalidations on a page, unless the caller asks for fewer. */
const PAGE = 100;

const arnOfDistribution = (id: string): string => `arn:aws:cloudfront::${LOCAL_ACCOUNT}:distribution/${id}`;

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

const describeDistribution = ({ id, domainName, comment, enabled, priceClass, modifiedAt }: LocalDistribution) => ({
  Distribution: {
    '@xmlns': NAMESPACE,
    Id: id,
    ARN: arnOfDistribution(id),
    Status: 'Deployed',
    LastModifiedTime: new Date(modifiedAt).toISOString(),
    // Invalidations complete immediately.
    InProgressInvalidationBatches: 0,
    DomainName: domainName,
    DistributionConfig: { CallerReference: id, Comment: comment, PriceClass: priceClass, Enabled: enabled },
  },
});

/** One page of a distribution's invalidations, newest first. The marker is the ID of the last one on a page. */
const describeList = (all: readonly Invalidation[], query: URLSearchParams) => {
  const marker = query.get('Marker') ?? '';
  const size = Number(query.get('MaxItems') ?? PAGE);
  if (!Number.isInteger(size) || size < 1) throw new AwsError('InvalidArgument', 'The argument MaxItems is invalid.');
  const from = all.findIndex(({ id }) => id === marker) + 1;
  const page = all.slice(from, from + Math.min(size, PAGE));
  const more = from + page.length < all.length;
  return {
    InvalidationList: {
      '@xmlns': NAMESPACE,
      Marker: marker,
      ...(more ? { NextMarker: page.at(-1)?.id } : {}),
      MaxItems: size,
      IsTruncated: more,
      Quantity: page.length,
      Items: {
        InvalidationSummary: page.map(({ id, createdAt }) => ({
          Id: id,
          CreateTime: new Date(createdAt).toISOString(),
          Status: 'Completed',
        })),
      },
    },
  };
};

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

/** Operations by method and target: a distribution, all of its invalidations, or one of them. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'GET distribution': 'GetDistribution',
  'GET all': 'ListInvalidations',
  'POST all': 'CreateInvalidation',
  'GET one': 'GetInvalidation',
};

/** The operation of a request. @throws AwsError InvalidAction for one that the service does not support */
const operationOf = (request: IncomingMessage) => {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://cloudfront');
  const [, distributionId, invalidation, invalidationId] = PATH.exec(pathname) ?? [];
  const target = invalidationId !== undefined ? 'one' : invalidation !== undefined ? 'all' : 'distribution';
  const operation = OPERATIONS[`${request.method ?? ''} ${target}`];
  if (distributionId === undefined || operation === undefined) {
    throw new AwsError(
      'InvalidAction',
      `The local cloud does not support ${request.method ?? ''} ${pathname} of CloudFront`,
    );
  }
  return { operation, distributionId, invalidationId, query };
};

const samePaths = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n');

/**
 * GetDistribution, CreateInvalidation, GetInvalidation and ListInvalidations (REST XML). `onInvalidate` receives the
 * paths of each new invalidation. As in AWS, a repeated caller reference returns the first invalidation when the paths
 * are the same and fails when they differ. `distribution` returns the distribution with an ID, if there is one.
 */
export const createCloudFrontService = (options: {
  readonly clock: Clock;
  readonly onInvalidate: (paths: readonly string[], distributionId: string) => void;
  readonly distribution: (id: string) => LocalDistribution | undefined;
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

  const invalidationsOf = (distributionId: string): readonly Invalidation[] =>
    invalidations.filter((one) => one.distributionId === distributionId);

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
        const { operation, distributionId, invalidationId, query } = operationOf(request);
        options.authorize?.(caller, `cloudfront:${operation}`, arnOfDistribution(distributionId));
        const distribution = options.distribution(distributionId);
        if (!distribution) throw new AwsError('NoSuchDistribution', 'The specified distribution does not exist.', 404);
        if (operation === 'GetDistribution') document = describeDistribution(distribution);
        else if (operation === 'ListInvalidations') document = describeList(invalidationsOf(distributionId), query);
        else if (operation === 'GetInvalidation') {
          const found = invalidationsOf(distributionId).find(({ id }) => id === invalidationId);
          if (!found) throw new AwsError('NoSuchInvalidation', 'The specified invalidation does not exist.', 404);
          document = describe(found);
        } else {
          const created = create(distributionId, (await readBody(request)).toString('utf8'));
          status = 201;
          headers.location =
            `https://cloudfront.amazonaws.com/${API_VERSION}/distribution/${distributionId}` +
            `/invalidation/${created.id}`;
          document = describe(created);
        }
      } catch (error) {
        ({ status, document } = xmlFailure(error, NAMESPACE, requestId));
      }
      const text = `<?xml version="1.0" encoding="UTF-8"?>\n${String(builder.build(document))}`;
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
      response.end(text);
    },
  };
};
