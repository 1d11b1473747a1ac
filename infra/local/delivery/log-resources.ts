import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/service.ts';
import type { Access } from '../iam/access.ts';
import { arnOf } from '../resources/names.ts';
import { listProperty, type Provisioner, textProperty } from '../resources/types.ts';
import { StartError } from '../start-error.ts';
import { logFileKey, type LogDelivery, type LogWriter, unsupportedFields } from './log-writer.ts';

/** What the deliveries of logs need. */
export interface LogContext {
  readonly writer: Pick<LogWriter, 'define'>;
  readonly access: Pick<Access, 'serviceDenial'>;
}

/** Default suffix path of CloudFront's logs (CloudFront developer guide, "Configure standard logging (v2)"). */
const DEFAULT_SUFFIX = '{DistributionId}/{yyyy}/{MM}/{dd}/{HH}';
/** Any hour, to check whether a file could be written. */
const SOME_HOUR = '2026-01-01-00';

/** The start checks whether the logs can be written: on AWS, they would be missing silently. */
const requireDelivery = (delivery: LogDelivery, sourceName: string, access: LogContext['access']): void => {
  const denial = access.serviceDenial(
    {
      service: 'delivery.logs.amazonaws.com',
      sourceArn: `arn:aws:logs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:delivery-source:${sourceName}`,
      acl: 'bucket-owner-full-control',
    },
    's3:PutObject',
    `arn:aws:s3:::${delivery.bucket}/${logFileKey(delivery, SOME_HOUR)}`,
  );
  if (denial !== undefined) throw new StartError(`Logs of the distribution ${delivery.distributionId}: ${denial}`);
};

/** The provisioners of log deliveries: what is logged, where to, and both together. */
export const logResources = ({ writer, access }: LogContext): Readonly<Record<string, Provisioner>> => {
  /** IDs of distributions by the name of their source, and places by the ARN of the destination. */
  const sources = new Map<string, string>();
  const destinations = new Map<string, { readonly bucket: string; readonly prefix: string }>();
  return {
    'AWS::Logs::DeliverySource': ({ properties }) => {
      const name = textProperty(properties, 'Name');
      const id = /^arn:aws:cloudfront::\d+:distribution\/(\w+)$/.exec(textProperty(properties, 'ResourceArn'))?.[1];
      if (id === undefined || properties['LogType'] !== 'ACCESS_LOGS')
        throw new Error('the local cloud delivers only the access logs of distributions');
      sources.set(name, id);
      return { ref: name, attributes: { Arn: arnOf('logs', `delivery-source:${name}`) } };
    },
    'AWS::Logs::DeliveryDestination': ({ properties }) => {
      const name = textProperty(properties, 'Name');
      const place = textProperty(properties, 'DestinationResourceArn');
      const [, bucket, prefix] = /^arn:aws:s3:::([^/]+)\/(.+)$/.exec(place) ?? [];
      if (bucket === undefined || prefix === undefined || properties['OutputFormat'] !== 'w3c')
        throw new Error('the local cloud delivers logs only to a prefix of a bucket, in the format w3c');
      const arn = arnOf('logs', `delivery-destination:${name}`);
      destinations.set(arn, { bucket, prefix });
      return { ref: name, attributes: { Arn: arn } };
    },
    'AWS::Logs::Delivery': ({ properties }) => {
      const sourceName = textProperty(properties, 'DeliverySourceName');
      const distributionId = sources.get(sourceName);
      const destination = destinations.get(textProperty(properties, 'DeliveryDestinationArn'));
      if (distributionId === undefined || !destination)
        throw new Error('its source or its destination does not exist in the local cloud');
      const fields = listProperty<string>(properties, 'RecordFields');
      const [unsupported] = unsupportedFields(fields);
      if (unsupported !== undefined || fields.length === 0)
        throw new Error(`the local cloud does not support the log field ${unsupported ?? 'that is not named'}`);
      const delivery = {
        distributionId,
        ...destination,
        suffix: typeof properties['S3SuffixPath'] === 'string' ? properties['S3SuffixPath'] : DEFAULT_SUFFIX,
        fields,
        delimiter: textProperty(properties, 'FieldDelimiter'),
      };
      writer.define(delivery);
      return { ref: sourceName, check: () => requireDelivery(delivery, sourceName, access) };
    },
  };
};
