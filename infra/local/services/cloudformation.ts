import { randomUUID } from 'node:crypto';
import { XMLBuilder } from 'fast-xml-parser';
import { AwsError, LOCAL_ACCOUNT, LOCAL_REGION, readBody, xmlFailure } from '../aws/service.ts';
import type { LocalService, Principal } from '../aws/service.ts';
import { createCustomResources, type CustomResources, RESPONSE_PATH } from '../custom-resources.ts';
import { defineEngine } from '../engine.ts';
import { functionEngine } from '../functions/entry.ts';
import type { Functions } from '../functions/functions.ts';
import type { Authorize } from '../iam/access.ts';
import { physicalName } from '../resources/names.ts';
import { type Provisioner, textProperty } from '../resources/types.ts';

/** Outputs of the running stacks: stack name → output name → value. */
export type StackOutputs = ReadonlyMap<string, Readonly<Record<string, string>>>;

const NAMESPACE = 'http://cloudformation.amazonaws.com/doc/2010-05-15/';
const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });

const arnOf = (stackName: string) => `arn:aws:cloudformation:${LOCAL_REGION}:${LOCAL_ACCOUNT}:stack/${stackName}/local`;

/**
 * CloudFormation's DescribeStacks (AWS query protocol). Each call reads the map, so stacks may be added later.
 * `created` is the creation time of the stacks, in epoch milliseconds.
 */
export const createCloudFormationService = (
  stacks: StackOutputs,
  created: number,
  authorize?: Authorize,
): LocalService => {
  const describe = (name: string, outputs: Readonly<Record<string, string>>) => ({
    StackId: arnOf(name),
    StackName: name,
    CreationTime: new Date(created).toISOString(),
    StackStatus: 'CREATE_COMPLETE',
    DisableRollback: false,
    Outputs: { member: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })) },
  });

  const run = (form: URLSearchParams, caller: Principal) => {
    const action = form.get('Action') ?? '';
    if (action !== 'DescribeStacks') {
      throw new AwsError(
        'InvalidAction',
        `The local cloud does not support ${action || 'this call'} of CloudFormation`,
      );
    }
    const requested = form.get('StackName');
    authorize?.(
      caller,
      'cloudformation:DescribeStacks',
      requested === null ? '*' : requested.startsWith('arn:') ? requested : arnOf(requested),
    );
    const found = [...stacks].filter(([name]) => requested === null || requested === name || requested === arnOf(name));
    if (requested !== null && found.length === 0) {
      throw new AwsError('ValidationError', `Stack with id ${requested} does not exist`);
    }
    return {
      DescribeStacksResponse: {
        '@xmlns': NAMESPACE,
        DescribeStacksResult: { Stacks: { member: found.map(([name, outputs]) => describe(name, outputs)) } },
        ResponseMetadata: { RequestId: randomUUID() },
      },
    };
  };

  return {
    signingName: 'cloudformation',
    errorProtocol: 'xml',
    async handle(request, response, caller) {
      let status = 200;
      let document: unknown;
      try {
        if (!caller) throw new AwsError('MissingAuthenticationToken', 'Request is missing Authentication Token', 403);
        document = run(new URLSearchParams((await readBody(request)).toString('utf8')), caller);
      } catch (error) {
        ({ status, document } = xmlFailure(error, NAMESPACE, randomUUID()));
      }
      const text = String(builder.build(document));
      response.writeHead(status, { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(text) });
      response.end(text);
    },
  };
};

/** Any `Custom::…` resource: calls its function as CloudFormation does. `started` resolves when functions may run. */
const customResource =
  (resources: CustomResources, functions: Functions, started: Promise<void>): Provisioner =>
  async (input) => {
    const token = textProperty(input.properties, 'ServiceToken');
    if (!functions.find(token)) throw new Error(`its function ${token} does not exist in the local cloud`);
    await started;
    const { physicalId, data } = await resources.apply({
      stackName: input.stack.name,
      logicalId: input.logicalId,
      type: input.type,
      properties: input.properties,
    });
    return { ref: physicalId, attributes: data };
  };

/** CloudFormation: custom resources, and the outputs of the stacks, which the start adds to the instance. */
export const cloudFormationEngine = defineEngine({
  name: 'CloudFormation',
  needs: { functions: functionEngine },
  create({ dataDir, addresses, clock, authorizeQuery, started }, { functions }) {
    const outputs = new Map<string, Readonly<Record<string, string>>>();
    const custom = createCustomResources({ dataDir, invoke: functions.invoke, endpoint: addresses.aws });
    const provision = customResource(custom, functions, started);
    return {
      instance: outputs,
      services: [createCloudFormationService(outputs, clock.now(), authorizeQuery)],
      resources: { 'AWS::CloudFormation::CustomResource': provision, 'Custom::*': provision },
      namedResources: {
        'AWS::CDK::Metadata': (input) => ({ ref: physicalName(input) }),
      },
      paths: { [RESPONSE_PATH]: custom.receive },
    };
  },
});
