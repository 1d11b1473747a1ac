import { arnOf, physicalName } from './names.ts';
import type { Provisioned, ResourceInput } from './types.ts';

type Named = (input: ResourceInput) => Provisioned;

const nothing: Named = (input) => ({ ref: physicalName(input) });

/**
 * Types without an effect on a laptop. They get a name and the attributes that other resources read; their properties
 * are ignored.
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
