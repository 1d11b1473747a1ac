import type { Access } from '../iam/access.ts';
import type { ResourcePolicies } from '../iam/resource-policies.ts';
import { executionRole } from '../resources/execution-role.ts';
import { arnOf, physicalName } from '../resources/names.ts';
import {
  numberProperty,
  type Provisioned,
  type Provisioner,
  recordProperty,
  type ResourceInput,
  textProperty,
} from '../resources/types.ts';
import type { Functions } from './functions.ts';

/** Dependencies of the functions' resources. */
export interface FunctionContext {
  readonly functions: Functions;
  readonly access: Access;
  readonly policies: ResourcePolicies;
}

/** Lambda's defaults. */
const DEFAULT_TIMEOUT_SECONDS = 3;
const DEFAULT_MEMORY_MB = 128;

const codeFolder = ({ stack, properties }: ResourceInput): string => {
  const key = recordProperty(properties, 'Code')['S3Key'];
  const folder = typeof key === 'string' ? stack.assets.get(key) : undefined;
  if (folder === undefined) throw new Error('its code is not an asset of the assembly');
  return folder;
};

/** The folder of a function's sources: the last word of its description (see `AppFunction`), or its logical ID. */
const folderOf = ({ logicalId, properties }: ResourceInput): string =>
  /^soundstage ([a-z][a-z0-9-]*)$/.exec(String(properties['Description'] ?? ''))?.[1] ?? logicalId;

/**
 * `AWS::Lambda::Function`. A function for another runtime than Node only gets a name: these are CDK's own helpers,
 * whose work the local cloud does itself.
 */
const lambdaFunction = (input: ResourceInput, { functions, access }: FunctionContext): Provisioned => {
  const { properties } = input;
  const name = typeof properties['FunctionName'] === 'string' ? properties['FunctionName'] : physicalName(input);
  const arn = arnOf('lambda', `function:${name}`);
  if (!String(properties['Runtime']).startsWith('nodejs')) return { ref: name, attributes: { Arn: arn } };
  const variables = recordProperty(recordProperty(properties, 'Environment'), 'Variables');
  const reserved = numberProperty(properties, 'ReservedConcurrentExecutions');
  const deadLetter = recordProperty(properties, 'DeadLetterConfig')['TargetArn'];
  const logGroup = recordProperty(properties, 'LoggingConfig')['LogGroup'];
  const roleArn = textProperty(properties, 'Role');
  executionRole({ access }).requireForFunction({
    roleArn,
    logGroup: typeof logGroup === 'string' ? logGroup : `/aws/lambda/${name}`,
    ...(typeof deadLetter === 'string' ? { deadLetterArn: deadLetter } : {}),
  });
  functions.define({
    name,
    folder: folderOf(input),
    arn,
    directory: codeFolder(input),
    handler: textProperty(properties, 'Handler'),
    timeoutSeconds: numberProperty(properties, 'Timeout') ?? DEFAULT_TIMEOUT_SECONDS,
    memoryMb: numberProperty(properties, 'MemorySize') ?? DEFAULT_MEMORY_MB,
    environment: Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)])),
    roleArn,
    ...(reserved === undefined ? {} : { reservedConcurrency: reserved }),
    ...(typeof deadLetter === 'string' ? { deadLetterArn: deadLetter } : {}),
  });
  return { ref: name, attributes: { Arn: arn } };
};

/** `AWS::Lambda::EventInvokeConfig`. */
const eventInvokeConfig = (input: ResourceInput, { functions }: FunctionContext): Provisioned => {
  const { properties } = input;
  const retries = numberProperty(properties, 'MaximumRetryAttempts');
  const failure = recordProperty(recordProperty(properties, 'DestinationConfig'), 'OnFailure')['Destination'];
  functions.configureAsync(textProperty(properties, 'FunctionName'), {
    ...(retries === undefined ? {} : { maximumRetryAttempts: retries }),
    ...(typeof failure === 'string' ? { onFailureArn: failure } : {}),
  });
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
const permission = (input: ResourceInput, { functions, policies }: FunctionContext): Provisioned => {
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
  const resource = functions.find(name)?.arn ?? name;
  const statement = {
    Effect: 'Allow',
    Action: textProperty(properties, 'Action'),
    Resource: resource,
    Principal: principal.includes('.') ? { Service: principal } : { AWS: principal },
    Condition: conditions,
  };
  policies.attach(resource, { Statement: [statement] });
  return { ref: physicalName(input) };
};

/** The provisioners of functions. */
export const functionResources = (context: FunctionContext): Readonly<Record<string, Provisioner>> => ({
  'AWS::Lambda::EventInvokeConfig': (input) => eventInvokeConfig(input, context),
  'AWS::Lambda::Function': (input) => lambdaFunction(input, context),
  'AWS::Lambda::Permission': (input) => permission(input, context),
});
