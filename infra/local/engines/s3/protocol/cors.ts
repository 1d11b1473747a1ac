import type { IncomingMessage } from 'node:http';
import type { BucketSettings, CorsRule } from '../bucket-properties.ts';
import { s3Error } from './errors.ts';

/** Matches with at most one `*`, as S3 allows in origins and headers. */
const matches = (pattern: string, text: string): boolean => {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text;
  const tail = pattern.slice(star + 1);
  return text.length >= star + tail.length && text.startsWith(pattern.slice(0, star)) && text.endsWith(tail);
};

const headersFor = (rule: CorsRule, origin: string): Record<string, string> => {
  const any = rule.origins.includes('*');
  return {
    'access-control-allow-origin': any ? '*' : origin,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(rule.exposed.length > 0 ? { 'access-control-expose-headers': rule.exposed.join(', ') } : {}),
    ...(rule.maxAge === undefined ? {} : { 'access-control-max-age': String(rule.maxAge) }),
    ...(any ? {} : { 'access-control-allow-credentials': 'true' }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
};

const findRule = (
  bucket: BucketSettings,
  origin: string,
  method: string,
  headers: readonly string[],
): CorsRule | undefined =>
  bucket.cors.find(
    (rule) =>
      rule.methods.includes(method) &&
      rule.origins.some((pattern) => matches(pattern, origin)) &&
      headers.every((name) => rule.headers.some((pattern) => matches(pattern.toLowerCase(), name))),
  );

/** Headers of a response to another origin: none when no rule matches, so that the browser blocks it. */
export const corsHeaders = (bucket: BucketSettings, request: IncomingMessage): Record<string, string> => {
  const { origin } = request.headers;
  const rule = origin === undefined ? undefined : findRule(bucket, origin, request.method ?? '', []);
  return rule && origin !== undefined ? headersFor(rule, origin) : {};
};

/** Headers of the response to a preflight. @throws AwsError AccessForbidden without a matching rule, BadRequest */
export const preflightHeaders = (
  bucket: BucketSettings | undefined,
  request: IncomingMessage,
): Record<string, string> => {
  const { origin } = request.headers;
  const method = request.headers['access-control-request-method'];
  if (origin === undefined) throw s3Error('BadRequest');
  if (method === undefined) throw s3Error('BadRequest', 'Invalid Access-Control-Request-Method: null');
  const requested = (request.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (!bucket || bucket.cors.length === 0) {
    throw s3Error('AccessForbidden', 'CORSResponse: CORS is not enabled for this bucket.', {
      Method: method,
      ResourceType: 'OBJECT',
    });
  }
  const rule = findRule(bucket, origin, method, requested);
  if (!rule) {
    throw s3Error(
      'AccessForbidden',
      'CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, ' +
        'request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted ' +
        "by the resource's CORS spec.",
      { Method: method, ResourceType: 'OBJECT' },
    );
  }
  return {
    ...headersFor(rule, origin),
    ...(requested.length > 0 ? { 'access-control-allow-headers': requested.join(', ') } : {}),
  };
};
