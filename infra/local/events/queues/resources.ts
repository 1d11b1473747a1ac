import { attachOnly } from '../../iam/attach-only.ts';
import type { ResourcePolicies } from '../../iam/resource-policies.ts';
import { physicalName } from '../../resources/names.ts';
import { listProperty, type Provisioner, recordProperty } from '../../resources/types.ts';
import type { QueueEngine } from './queue-engine.ts';
import type { QueueProperties } from './queue-settings.ts';

/** `AWS::SQS::Queue`. */
const queue =
  (queues: Pick<QueueEngine, 'createQueue'>): Provisioner =>
  (input) => {
    const given = input.properties['QueueName'];
    const created = queues.createQueue(
      input.properties as QueueProperties,
      typeof given === 'string' ? given : physicalName(input),
    );
    return { ref: created.url, attributes: { Arn: created.arn, QueueName: created.name, QueueUrl: created.url } };
  };

/** `AWS::SQS::QueuePolicy`. */
const queuePolicy =
  (queues: Pick<QueueEngine, 'find'>, policies: ResourcePolicies): Provisioner =>
  (input) => {
    for (const url of listProperty<string>(input.properties, 'Queues')) {
      const found = queues.find(url);
      if (!found) throw new Error(`queue ${url} does not exist`);
      attachOnly(policies, found.arn, recordProperty(input.properties, 'PolicyDocument'));
    }
    return { ref: physicalName(input) };
  };

/** The provisioners of queues. */
export const queueResources = (
  queues: QueueEngine,
  policies: ResourcePolicies,
): Readonly<Record<string, Provisioner>> => ({
  'AWS::SQS::Queue': queue(queues),
  'AWS::SQS::QueuePolicy': queuePolicy(queues, policies),
});
