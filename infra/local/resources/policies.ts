import type { LocalCloud } from '../cloud.ts';
import type { PolicyDocument } from '../roles.ts';
import { physicalName } from './names.ts';
import { listProperty, type Provisioner, recordProperty, textProperty } from './types.ts';

/** AWS stores one policy per bucket and queue, so a second one in a template would replace the first. */
const attachOnly = ({ policies }: LocalCloud, ownerArn: string, document: Readonly<Record<string, unknown>>): void => {
  if (policies.documents(ownerArn).length > 0) throw new Error(`${ownerArn} already has a policy`);
  policies.attach(ownerArn, document as unknown as PolicyDocument);
};

/** `AWS::S3::BucketPolicy`. */
export const bucketPolicy: Provisioner = (input, cloud) => {
  attachOnly(
    cloud,
    `arn:aws:s3:::${textProperty(input.properties, 'Bucket')}`,
    recordProperty(input.properties, 'PolicyDocument'),
  );
  return { ref: physicalName(input) };
};

/** `AWS::SQS::QueuePolicy`. */
export const queuePolicy: Provisioner = (input, cloud) => {
  for (const url of listProperty<string>(input.properties, 'Queues')) {
    const queue = cloud.queues.find(url);
    if (!queue) throw new Error(`queue ${url} does not exist`);
    attachOnly(cloud, queue.arn, recordProperty(input.properties, 'PolicyDocument'));
  }
  return { ref: physicalName(input) };
};

/** Supported properties of a permission; others would restrict it in ways that are not evaluated here. */
const PERMISSION_PROPERTIES: ReadonlySet<string> = new Set([
  'Action',
  'FunctionName',
  'Principal',
  'SourceAccount',
  'SourceArn',
]);

/** `AWS::Lambda::Permission`: adds a statement to the function's policy, as Lambda writes it. */
export const permission: Provisioner = (input, cloud) => {
  const { properties } = input;
  const unknown = Object.keys(properties).find((name) => !PERMISSION_PROPERTIES.has(name));
  if (unknown !== undefined) throw new Error(`the local cloud does not support ${unknown} of a permission`);
  const name = textProperty(properties, 'FunctionName');
  const principal = textProperty(properties, 'Principal');
  const { SourceArn: arn, SourceAccount: account } = properties;
  const conditions = {
    ...(arn === undefined ? {} : { ArnLike: { 'AWS:SourceArn': arn } }),
    ...(account === undefined ? {} : { StringEquals: { 'AWS:SourceAccount': account } }),
  };
  const resource = cloud.functions.find(name)?.arn ?? name;
  const statement = {
    Effect: 'Allow',
    Action: textProperty(properties, 'Action'),
    Resource: resource,
    Principal: principal.includes('.') ? { Service: principal } : { AWS: principal },
    Condition: conditions,
  };
  cloud.policies.attach(resource, { Statement: [statement] });
  return { ref: physicalName(input) };
};
