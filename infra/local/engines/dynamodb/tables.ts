import { setTimeout as pause } from 'node:timers/promises';
import { AwsError, LOCAL_ACCOUNT, LOCAL_REGION } from '../../aws/service.ts';
import { StartError } from '../../start-error.ts';
import type { Wire } from './wire.ts';

interface KeyElement {
  readonly AttributeName: string;
  readonly KeyType: 'HASH' | 'RANGE';
}

interface AttributeDefinition {
  readonly AttributeName: string;
  readonly AttributeType: 'S' | 'N' | 'B';
}

interface Index {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Projection?: { readonly ProjectionType?: string; readonly NonKeyAttributes?: readonly string[] };
  readonly ProvisionedThroughput?: unknown;
}

/**
 * The resolved properties of `AWS::DynamoDB::Table` that have an effect locally; the rest (backups, encryption, tags)
 * is ignored.
 */
export interface TableProperties {
  readonly KeySchema: readonly KeyElement[];
  readonly AttributeDefinitions: readonly AttributeDefinition[];
  readonly BillingMode?: string;
  readonly ProvisionedThroughput?: unknown;
  readonly GlobalSecondaryIndexes?: readonly Index[];
  readonly LocalSecondaryIndexes?: readonly Index[];
  readonly StreamSpecification?: { readonly StreamViewType: string };
  readonly TimeToLiveSpecification?: { readonly AttributeName?: string; readonly Enabled: boolean };
}

/** A table, for the rest of the local cloud. */
export interface LocalTable {
  readonly name: string;
  readonly arn: string;
  /** Present when the table has a stream. */
  readonly streamArn?: string;
  /** True when this start created the table, so that its stream contains every write. */
  readonly created: boolean;
}

interface TableDescription {
  readonly KeySchema: readonly KeyElement[];
  readonly AttributeDefinitions: readonly AttributeDefinition[];
  readonly GlobalSecondaryIndexes?: readonly (Index & { readonly IndexStatus?: string })[];
  readonly LocalSecondaryIndexes?: readonly Index[];
  readonly StreamSpecification?: { readonly StreamEnabled?: boolean; readonly StreamViewType?: string };
  readonly LatestStreamArn?: string;
}

/** The region that DynamoDB Local writes into its own ARNs. */
const EMULATOR_REGION = 'ddblocal';

/** DynamoDB Local's ARN with the local cloud's region, as templates and events show it. */
export const toCloudArn = (arn: string): string => arn.replace(`:${EMULATOR_REGION}:`, `:${LOCAL_REGION}:`);

/** The ARN in DynamoDB Local's own region. */
export const toEmulatorArn = (arn: string): string =>
  arn.replace(`arn:aws:dynamodb:${LOCAL_REGION}:`, `arn:aws:dynamodb:${EMULATOR_REGION}:`);

const TARGET = 'DynamoDB_20120810.';

const keysText = (schema: readonly KeyElement[], attributes: readonly AttributeDefinition[]): string =>
  [...schema]
    .sort((a, b) => a.KeyType.localeCompare(b.KeyType))
    .map(({ AttributeName, KeyType }) => {
      const type = attributes.find((attribute) => attribute.AttributeName === AttributeName)?.AttributeType;
      return `${KeyType} ${AttributeName} ${type}`;
    })
    .join(', ');

const indexText = ({ KeySchema, Projection }: Index, attributes: readonly AttributeDefinition[]): string => {
  const projected = [...(Projection?.NonKeyAttributes ?? [])].sort().join(' ');
  return `${keysText(KeySchema, attributes)} | ${Projection?.ProjectionType ?? 'KEYS_ONLY'} ${projected}`;
};

const plainIndex = ({ IndexName, KeySchema, Projection, ProvisionedThroughput }: Index): Index => ({
  IndexName,
  KeySchema,
  ...(Projection ? { Projection } : {}),
  ...(ProvisionedThroughput ? { ProvisionedThroughput } : {}),
});

const createInput = (name: string, properties: TableProperties): Record<string, unknown> => ({
  TableName: name,
  KeySchema: properties.KeySchema,
  AttributeDefinitions: properties.AttributeDefinitions,
  BillingMode: properties.BillingMode ?? 'PROVISIONED',
  ...(properties.ProvisionedThroughput && properties.BillingMode !== 'PAY_PER_REQUEST'
    ? { ProvisionedThroughput: properties.ProvisionedThroughput }
    : {}),
  ...(properties.GlobalSecondaryIndexes?.length
    ? { GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes.map(plainIndex) }
    : {}),
  ...(properties.LocalSecondaryIndexes?.length
    ? { LocalSecondaryIndexes: properties.LocalSecondaryIndexes.map(plainIndex) }
    : {}),
  ...(properties.StreamSpecification
    ? { StreamSpecification: { StreamEnabled: true, StreamViewType: properties.StreamSpecification.StreamViewType } }
    : {}),
});

const call = <T>(wire: Wire, operation: string, input: unknown): Promise<T> =>
  wire.call<T>(`${TARGET}${operation}`, input);

const describe = async (wire: Wire, name: string): Promise<TableDescription | undefined> => {
  try {
    return (await call<{ Table: TableDescription }>(wire, 'DescribeTable', { TableName: name })).Table;
  } catch (error) {
    if (error instanceof AwsError && error.code === 'ResourceNotFoundException') return undefined;
    throw error;
  }
};

/** Updates a table and waits until its indexes are active. */
const update = async (wire: Wire, name: string, change: Record<string, unknown>): Promise<TableDescription> => {
  await call(wire, 'UpdateTable', { TableName: name, ...change });
  for (;;) {
    const table = await describe(wire, name);
    if (!table) throw new StartError(`The table ${name} disappeared during an update.`);
    if ((table.GlobalSecondaryIndexes ?? []).every(({ IndexStatus }) => IndexStatus === 'ACTIVE')) return table;
    await pause(20);
  }
};

/**
 * Throws StartError when keys or existing indexes changed. The data of such a table cannot be kept: CloudFormation
 * would replace the table and lose it.
 */
const rejectChangedKeys = (name: string, properties: TableProperties, table: TableDescription): void => {
  const reset = 'Run `npm start -- --reset` to begin with empty data, or undo the change.';
  const [before, after] = [table, properties].map((side) => keysText(side.KeySchema, side.AttributeDefinitions));
  if (before !== after)
    throw new StartError(`The key schema of table ${name} changed (${before} → ${after}). ${reset}`);
  const localIndexes = (side: TableDescription | TableProperties): string =>
    (side.LocalSecondaryIndexes ?? [])
      .map((index) => index.IndexName + indexText(index, side.AttributeDefinitions))
      .sort()
      .join();
  if (localIndexes(table) !== localIndexes(properties))
    throw new StartError(`The local indexes of table ${name} changed. ${reset}`);
  for (const index of properties.GlobalSecondaryIndexes ?? []) {
    const old = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.IndexName);
    if (old && indexText(old, table.AttributeDefinitions) !== indexText(index, properties.AttributeDefinitions)) {
      throw new StartError(
        `Index ${index.IndexName} of table ${name} changed, which AWS rejects too. Give it a new name. ${reset}`,
      );
    }
  }
};

const updateIndexes = async (
  wire: Wire,
  name: string,
  properties: TableProperties,
  found: TableDescription,
): Promise<TableDescription> => {
  const required = properties.GlobalSecondaryIndexes ?? [];
  let table = found;
  for (const { IndexName } of found.GlobalSecondaryIndexes ?? []) {
    if (required.some((index) => index.IndexName === IndexName)) continue;
    table = await update(wire, name, { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] });
  }
  for (const index of required) {
    const present = table.GlobalSecondaryIndexes ?? [];
    if (present.some(({ IndexName }) => IndexName === index.IndexName)) continue;
    // One index per update, as on AWS. Attributes that no key uses yet would be rejected.
    const used = new Set(
      [table, ...(table.LocalSecondaryIndexes ?? []), ...present, index].flatMap((owner) =>
        owner.KeySchema.map((key) => key.AttributeName),
      ),
    );
    table = await update(wire, name, {
      AttributeDefinitions: properties.AttributeDefinitions.filter(({ AttributeName }) => used.has(AttributeName)),
      GlobalSecondaryIndexUpdates: [{ Create: plainIndex(index) }],
    });
  }
  return table;
};

const updateStream = async (
  wire: Wire,
  name: string,
  properties: TableProperties,
  found: TableDescription,
): Promise<TableDescription> => {
  const current = found.StreamSpecification?.StreamEnabled ? found.StreamSpecification.StreamViewType : undefined;
  const required = properties.StreamSpecification?.StreamViewType;
  if (current === required) return found;
  let table = found;
  if (current) table = await update(wire, name, { StreamSpecification: { StreamEnabled: false } });
  if (required) {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: required };
    table = await update(wire, name, { StreamSpecification });
  }
  return table;
};

const updateTimeToLive = async (wire: Wire, name: string, properties: TableProperties): Promise<void> => {
  const { TimeToLiveDescription: found } = await call<{
    TimeToLiveDescription?: { TimeToLiveStatus?: string; AttributeName?: string };
  }>(wire, 'DescribeTimeToLive', { TableName: name });
  const current = found?.TimeToLiveStatus === 'ENABLED' ? found.AttributeName : undefined;
  const required = properties.TimeToLiveSpecification?.Enabled
    ? properties.TimeToLiveSpecification.AttributeName
    : undefined;
  if (current === required) return;
  const set = (AttributeName: string, Enabled: boolean): Promise<unknown> =>
    call(wire, 'UpdateTimeToLive', { TableName: name, TimeToLiveSpecification: { AttributeName, Enabled } });
  if (current !== undefined) await set(current, false);
  if (required !== undefined) await set(required, true);
};

/**
 * Creates the table `name`, or updates the stored one to match the template. Throws StartError, naming the table, when
 * the stored data does not fit.
 */
export const provisionTable = async (wire: Wire, properties: TableProperties, name: string): Promise<LocalTable> => {
  const found = await describe(wire, name);
  let table: TableDescription;
  if (found) {
    rejectChangedKeys(name, properties, found);
    table = await updateStream(wire, name, properties, await updateIndexes(wire, name, properties, found));
  } else {
    const input = createInput(name, properties);
    table = (await call<{ TableDescription: TableDescription }>(wire, 'CreateTable', input)).TableDescription;
  }
  await updateTimeToLive(wire, name, properties);
  const stream = properties.StreamSpecification ? table.LatestStreamArn : undefined;
  return {
    name,
    arn: `arn:aws:dynamodb:${LOCAL_REGION}:${LOCAL_ACCOUNT}:table/${name}`,
    ...(stream ? { streamArn: toCloudArn(stream) } : {}),
    created: !found,
  };
};
