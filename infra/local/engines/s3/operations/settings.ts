import type { CorsRule } from '../bucket-properties.ts';
import { arnOf, sendEmpty, sendXml, type Operation } from '../context.ts';
import { receiveXml, requireBodyDigest } from '../protocol/body.ts';
import { s3Error } from '../protocol/errors.ts';
import { childText, parseXml, type XmlValue } from '../protocol/xml.ts';

/** The properties of a bucket that CloudFormation calls like this. */
const CORS = 'CorsConfiguration';
const BLOCK = 'PublicAccessBlockConfiguration';

const SWITCHES = ['BlockPublicAcls', 'IgnorePublicAcls', 'BlockPublicPolicy', 'RestrictPublicBuckets'] as const;
/** Methods that a rule may allow (CORSRule in the API reference). */
const METHODS = new Set(['GET', 'PUT', 'POST', 'DELETE', 'HEAD']);
/** Maximum number of rules of a bucket. */
const MAX_RULES = 100;

const ruleElement = ({ origins, methods, headers, exposed, maxAge }: CorsRule): XmlValue => ({
  AllowedHeader: headers,
  AllowedMethod: methods,
  AllowedOrigin: origins,
  ExposeHeader: exposed,
  MaxAgeSeconds: maxAge,
});

/** GetBucketCors. @throws AwsError NoSuchCORSConfiguration without rules */
export const getBucketCors: Operation = ({ catalog }, { request, response }) => {
  const { cors } = catalog.bucket(request.bucket);
  if (cors.length === 0) throw s3Error('NoSuchCORSConfiguration', undefined, { BucketName: request.bucket });
  sendXml(response, 'CORSConfiguration', { CORSRule: cors.map(ruleElement) });
};

/** Texts of equal children; empty without any. @throws AwsError MalformedXML */
const childTexts = (rule: Readonly<Record<string, unknown>>, name: string): readonly string[] => {
  const values = rule[name] === undefined ? [] : [rule[name]].flat();
  if (!values.every((value) => typeof value === 'string')) throw s3Error('MalformedXML');
  return values;
};

const readRule = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) throw s3Error('MalformedXML');
  const rule = value as Readonly<Record<string, unknown>>;
  const [methods, origins] = [childTexts(rule, 'AllowedMethod'), childTexts(rule, 'AllowedOrigin')];
  if (methods.length === 0 || origins.length === 0) throw s3Error('MalformedXML');
  const wrong = methods.find((method) => !METHODS.has(method));
  if (wrong !== undefined)
    throw s3Error('InvalidRequest', `Found unsupported HTTP method in CORS config. Unsupported method is ${wrong}`);
  const seconds = childText(rule, 'MaxAgeSeconds');
  if (seconds !== undefined && !/^\d{1,9}$/.test(seconds)) throw s3Error('MalformedXML');
  return {
    AllowedMethods: methods,
    AllowedOrigins: origins,
    AllowedHeaders: childTexts(rule, 'AllowedHeader'),
    ExposedHeaders: childTexts(rule, 'ExposeHeader'),
    ...(seconds === undefined ? {} : { MaxAge: Number(seconds) }),
  };
};

/** PutBucketCors. @throws AwsError MalformedXML, InvalidRequest */
export const putBucketCors: Operation = async ({ catalog }, { request, response }) => {
  const text = await receiveXml(request);
  requireBodyDigest(request, text);
  const rules = [parseXml(text, 'CORSConfiguration')['CORSRule'] ?? []].flat();
  if (rules.length === 0 || rules.length > MAX_RULES) throw s3Error('MalformedXML');
  catalog.changeBucket(request.bucket, { [CORS]: { CorsRules: rules.map(readRule) } });
  sendEmpty(response, 200);
};

/** DeleteBucketCors. */
export const deleteBucketCors: Operation = ({ catalog }, { request, response }) => {
  catalog.changeBucket(request.bucket, { [CORS]: undefined });
  sendEmpty(response, 204);
};

/** GetPublicAccessBlock. @throws AwsError NoSuchPublicAccessBlockConfiguration when none was ever set */
export const getPublicAccessBlock: Operation = ({ catalog }, { request, response }) => {
  const { publicAccess } = catalog.bucket(request.bucket);
  if (!publicAccess) throw s3Error('NoSuchPublicAccessBlockConfiguration', undefined, { BucketName: request.bucket });
  sendXml(response, BLOCK, { ...publicAccess });
};

/** PutPublicAccessBlock. A switch that is not mentioned is off afterwards. @throws AwsError MalformedXML */
export const putPublicAccessBlock: Operation = async ({ catalog }, { request, response }) => {
  const text = await receiveXml(request);
  requireBodyDigest(request, text);
  const document = parseXml(text, BLOCK);
  const block = Object.fromEntries(SWITCHES.map((name) => [name, childText(document, name) ?? 'false']));
  if (Object.values(block).some((value) => value !== 'true' && value !== 'false')) throw s3Error('MalformedXML');
  catalog.changeBucket(request.bucket, { [BLOCK]: block });
  sendEmpty(response, 200);
};

type Statement = Readonly<Record<string, unknown>>;

/** GetBucketPolicy. @throws AwsError NoSuchBucketPolicy */
export const getBucketPolicy: Operation = ({ policiesOf }, { request, response }) => {
  const [policy] = policiesOf(arnOf(request.bucket));
  if (!policy) throw s3Error('NoSuchBucketPolicy', undefined, { BucketName: request.bucket });
  const body = JSON.stringify(policy);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
};

const isForEveryone = (principal: unknown): boolean =>
  principal === '*' ||
  (typeof principal === 'object' &&
    principal !== null &&
    [(principal as Record<string, unknown>)['AWS']].flat().includes('*'));

/**
 * GetBucketPolicyStatus: public is a policy that allows everyone something without a condition (S3 user guide, "The
 * meaning of public"; which conditions make a statement private is not implemented).
 * @throws AwsError NoSuchBucketPolicy
 */
export const getBucketPolicyStatus: Operation = ({ policiesOf }, { request, response }) => {
  const policies = policiesOf(arnOf(request.bucket));
  if (policies.length === 0) throw s3Error('NoSuchBucketPolicy', undefined, { BucketName: request.bucket });
  const statements = policies.flatMap(({ Statement: all }) => [all].flat() as readonly Statement[]);
  const isPublic = statements.some(
    ({ Effect, Principal, Condition }) => Effect === 'Allow' && isForEveryone(Principal) && Condition === undefined,
  );
  sendXml(response, 'PolicyStatus', { IsPublic: isPublic });
};
