import { arnOf, physicalName } from './names.ts';
import type { Provisioned, ResourceInput } from './types.ts';

type Named = (input: ResourceInput) => Provisioned;

const nothing: Named = (input) => ({ ref: physicalName(input) });

/**
 * Types without a meaning on a laptop. They get a name, and what other resources ask of them; their properties are not
 * read.
 */
export const inertTypes: Readonly<Record<string, Named>> = {
  'AWS::CDK::Metadata': nothing,
  'AWS::CloudWatch::Alarm': (input) => ({
    ref: physicalName(input),
    attributes: { Arn: arnOf('cloudwatch', `alarm:${physicalName(input)}`) },
  }),
  'AWS::Lambda::LayerVersion': (input) => ({ ref: `${arnOf('lambda', `layer:${physicalName(input)}`)}:1` }),
  'AWS::Logs::LogGroup': (input) => ({
    ref: physicalName(input),
    attributes: { Arn: `${arnOf('logs', `log-group:${physicalName(input)}`)}:*` },
  }),
};
