import { LOCAL_REGION } from '../../aws/service.ts';
import type { Access } from '../../iam/access.ts';
import { attachOnly } from '../../iam/attach-only.ts';
import type { ResourcePolicies } from '../../iam/resource-policies.ts';
import { physicalName } from '../../resources/names.ts';
import { type Provisioner, recordProperty, textProperty } from '../../resources/types.ts';
import { StartError } from '../../start-error.ts';
import type { S3Engine } from './types.ts';

/** Dependencies of the buckets. */
export interface BucketContext {
  readonly s3: Pick<S3Engine, 'createBucket'>;
  readonly access: Access;
  readonly policies: ResourcePolicies;
}

/**
 * The local cloud writes no access logs, so the start checks whether S3 could: on AWS, logs without permission are
 * missing silently.
 */
const requireLogDelivery = (name: string, logging: Readonly<Record<string, unknown>>, access: Access): void => {
  const target = logging['DestinationBucketName'];
  if (target === undefined) return;
  const caller = { service: 'logging.s3.amazonaws.com', sourceArn: `arn:aws:s3:::${name}` };
  const denial = access.serviceDenial(
    caller,
    's3:PutObject',
    `arn:aws:s3:::${String(target)}/${String(logging['LogFilePrefix'] ?? '')}2026-01-01-00-00-00-0000000000000000`,
  );
  if (denial !== undefined) throw new StartError(`Bucket ${name}, access logs: ${denial}`);
};

/** `AWS::S3::Bucket`. */
const bucket =
  (context: BucketContext): Provisioner =>
  (input) => {
    const given = input.properties['BucketName'];
    const name = (typeof given === 'string' ? given : physicalName(input)).toLowerCase();
    context.s3.createBucket({ name, properties: input.properties });
    return {
      ref: name,
      attributes: {
        Arn: `arn:aws:s3:::${name}`,
        DomainName: `${name}.s3.amazonaws.com`,
        RegionalDomainName: `${name}.s3.${LOCAL_REGION}.amazonaws.com`,
      },
      check: () => requireLogDelivery(name, recordProperty(input.properties, 'LoggingConfiguration'), context.access),
    };
  };

/** `AWS::S3::BucketPolicy`. */
const bucketPolicy =
  (policies: ResourcePolicies): Provisioner =>
  (input) => {
    const { properties } = input;
    attachOnly(
      policies,
      `arn:aws:s3:::${textProperty(properties, 'Bucket')}`,
      recordProperty(properties, 'PolicyDocument'),
    );
    return { ref: physicalName(input) };
  };

/** The provisioners of buckets. */
export const bucketResources = (context: BucketContext): Readonly<Record<string, Provisioner>> => ({
  'AWS::S3::Bucket': bucket(context),
  'AWS::S3::BucketPolicy': bucketPolicy(context.policies),
});
