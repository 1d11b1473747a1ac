import type { TableProperties } from '../engines/dynamodb/tables.ts';
import { LOCAL_REGION } from '../aws/service.ts';
import type { LocalCloud } from '../cloud.ts';
import { StartError } from '../start-error.ts';
import { physicalName } from './names.ts';
import { type Provisioner, recordProperty, textProperty } from './types.ts';

/** `AWS::DynamoDB::Table`. */
export const table: Provisioner = async (input, cloud) => {
  const name = typeof input.properties['TableName'] === 'string' ? input.properties['TableName'] : physicalName(input);
  const engine = await cloud.dynamo;
  const created = await engine.createTable(input.properties as unknown as TableProperties, name);
  if (created.streamArn) cloud.streams.set(created.streamArn, created);
  return {
    ref: name,
    attributes: { Arn: created.arn, ...(created.streamArn ? { StreamArn: created.streamArn } : {}) },
  };
};

/**
 * The local cloud writes no access logs, so the start checks whether S3 could: on AWS, logs without permission are
 * missing silently.
 */
const requireLogDelivery = (
  name: string,
  logging: Readonly<Record<string, unknown>>,
  { access, checks }: LocalCloud,
): void => {
  const target = logging['DestinationBucketName'];
  if (target === undefined) return;
  const caller = { service: 'logging.s3.amazonaws.com', sourceArn: `arn:aws:s3:::${name}` };
  checks.push(() => {
    const refusal = access.serviceRefusal(
      caller,
      's3:PutObject',
      `arn:aws:s3:::${String(target)}/${String(logging['LogFilePrefix'] ?? '')}2026-01-01-00-00-00-0000000000000000`,
    );
    if (refusal !== undefined) throw new StartError(`Bucket ${name}, access logs: ${refusal}`);
  });
};

/** `AWS::S3::Bucket`. */
export const bucket: Provisioner = (input, cloud) => {
  const given = input.properties['BucketName'];
  const name = (typeof given === 'string' ? given : physicalName(input)).toLowerCase();
  cloud.s3.createBucket({ name, properties: input.properties });
  requireLogDelivery(name, recordProperty(input.properties, 'LoggingConfiguration'), cloud);
  return {
    ref: name,
    attributes: {
      Arn: `arn:aws:s3:::${name}`,
      DomainName: `${name}.s3.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${LOCAL_REGION}.amazonaws.com`,
    },
  };
};

/** `AWS::SSM::Parameter`. */
export const parameter: Provisioner = async (input, cloud) => {
  const { properties } = input;
  const name = typeof properties['Name'] === 'string' ? properties['Name'] : physicalName(input);
  const value = textProperty(properties, 'Value');
  const type = properties['Type'];
  if (type !== 'String' && type !== 'StringList')
    throw new Error(`the local cloud does not support parameters of type ${String(type)}`);
  await (await cloud.ssm).define(name, value, type);
  return { ref: name, attributes: { Type: type, Value: value } };
};
