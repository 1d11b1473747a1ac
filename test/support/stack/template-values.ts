import type { Assembly, TemplateResource } from './assembly.ts';

const ACCOUNT = '111122223333';

/** ARNs that AWS would give to resources, by type: of their service in a region, and their physical name. */
type InRegion = (service: string, resource: string) => string;
const ARNS: Readonly<Record<string, (name: string, inRegion: InRegion) => string>> = {
  'AWS::CloudFront::Distribution': (name) => `arn:aws:cloudfront::${ACCOUNT}:distribution/${name}`,
  'AWS::CloudWatch::Alarm': (name, inRegion) => inRegion('cloudwatch', `alarm:${name}`),
  'AWS::Cognito::UserPool': (name, inRegion) => inRegion('cognito-idp', `userpool/${name}`),
  'AWS::DynamoDB::Table': (name, inRegion) => inRegion('dynamodb', `table/${name}`),
  'AWS::Events::Rule': (name, inRegion) => inRegion('events', `rule/${name}`),
  'AWS::IAM::Role': (name) => `arn:aws:iam::${ACCOUNT}:role/${name}`,
  'AWS::Lambda::Function': (name, inRegion) => inRegion('lambda', `function:${name}`),
  'AWS::Logs::DeliveryDestination': (name) => `arn:aws:logs:us-east-1:${ACCOUNT}:delivery-destination:${name}`,
  'AWS::Logs::DeliverySource': (name) => `arn:aws:logs:us-east-1:${ACCOUNT}:delivery-source:${name}`,
  'AWS::Logs::LogGroup': (name, inRegion) => inRegion('logs', `log-group:${name}:*`),
  'AWS::S3::Bucket': (name) => `arn:aws:s3:::${name}`,
  'AWS::SNS::Topic': (name, inRegion) => inRegion('sns', name),
  'AWS::SQS::Queue': (name, inRegion) => inRegion('sqs', name),
};

/** Types whose `Ref` is the ARN instead of the name. */
const REF_IS_ARN = new Set(['AWS::SNS::Topic']);

/** What a template says about values that exist only after a deployment. */
export interface TemplateValues {
  readonly region: string;
  readonly account: string;
  /** The ARN of a resource. */
  arnOf(stack: string, id: string): string;
  /** A value of a stack's template with references replaced by what AWS could return for them. */
  resolve(stack: string, value: unknown): unknown;
}

/** Resolves the values of an assembly's templates. Throws for a reference to something that does not exist. */
export const templateValues = ({ templates }: Assembly): TemplateValues => {
  const resourceOf = (stack: string, id: string): TemplateResource => {
    const found = templates[stack]?.Resources[id];
    if (!found) throw new Error(`${stack} has no resource ${id}`);
    return found;
  };
  // References to other stacks contain both.
  const text = JSON.stringify(templates['Api']?.Resources ?? {});
  const stage = /Soundstage-(\w+)-/.exec(text)?.[1] ?? '';
  const region = /"Region":"([\w-]+)"/.exec(text)?.[1] ?? '';
  if (stage === '' || region === '') throw new Error('The API refers to no other stack');
  const pseudoParameters: Readonly<Record<string, string>> = {
    'AWS::AccountId': ACCOUNT,
    'AWS::Partition': 'aws',
    'AWS::Region': region,
    'AWS::URLSuffix': 'amazonaws.com',
  };
  const inRegion: InRegion = (service, resource) => `arn:aws:${service}:${region}:${ACCOUNT}:${resource}`;
  const nameOf = (stack: string, id: string): string => `Soundstage-${stage}-${stack}-${id}`;
  const arnOf = (stack: string, id: string): string => {
    const { Type } = resourceOf(stack, id);
    const arn = ARNS[Type];
    if (!arn) throw new Error(`The ARN of a ${Type} is unknown`);
    return arn(nameOf(stack, id), inRegion);
  };

  const attributeOf = (stack: string, id: string, attribute: string): string => {
    const { Type } = resourceOf(stack, id);
    if (attribute === 'Arn') return arnOf(stack, id);
    if (attribute === 'TopicArn') return arnOf(stack, id);
    if (attribute === 'StreamArn') return `${arnOf(stack, id)}/stream/2026-01-01T00:00:00.000`;
    if (Type === 'AWS::S3::Bucket' && attribute.endsWith('DomainName')) return `${nameOf(stack, id)}.s3.amazonaws.com`;
    return `${nameOf(stack, id)}.${attribute}`;
  };

  const intrinsics: Readonly<Record<string, (stack: string, input: never) => unknown>> = {
    Ref: (stack, id: string) => {
      const pseudo = pseudoParameters[id];
      if (pseudo !== undefined) return pseudo;
      const { Type } = resourceOf(stack, id);
      return REF_IS_ARN.has(Type) ? arnOf(stack, id) : nameOf(stack, id);
    },
    'Fn::GetAtt': (stack, [id, attribute]: readonly [string, string]) => attributeOf(stack, id, attribute),
    'Fn::GetStackOutput': (_, { StackName, OutputName }: { StackName: string; OutputName: string }) => {
      const producer = StackName.split('-').at(-1) ?? '';
      const output = templates[producer]?.Outputs?.[OutputName];
      if (!output) throw new Error(`${StackName} has no output ${OutputName}`);
      return resolve(producer, output.Value);
    },
    'Fn::Join': (stack, [separator, parts]: readonly [string, readonly unknown[]]) =>
      parts.map((part) => String(resolve(stack, part))).join(separator),
    'Fn::Split': (stack, [separator, text]: readonly [string, unknown]) =>
      String(resolve(stack, text)).split(separator),
    'Fn::Select': (stack, [index, list]: readonly [number, unknown]) =>
      (resolve(stack, list) as readonly unknown[])[Number(index)],
  };

  const resolve = (stack: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => resolve(stack, one));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [[name = '', input] = []] = entries;
    const intrinsic = entries.length === 1 ? intrinsics[name] : undefined;
    if (intrinsic) return intrinsic(stack, input as never);
    return Object.fromEntries(entries.map(([key, inner]) => [key, resolve(stack, inner)]));
  };

  return { account: ACCOUNT, region, arnOf, resolve };
};
