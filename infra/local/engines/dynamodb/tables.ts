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
 * The resolved properties of `AWS::DynamoDB::Table` that mean something locally; the rest (backups, encryption, tags)
 * is inert.
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

/** A table as the rest of the local cloud knows it. */
export interface LocalTable {
  readonly name: string;
  readonly arn: string;
  /** Present when the table has a stream. */
  readonly streamArn?: string;
  /** True when this start made the table, so its stream holds everything that was ever written. */
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

/** The ARN that DynamoDB Local knows. */
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

const indexText = (index: Index, attributes: readonly AttributeDefinition[]): string =>
  `${keysText(index.KeySchema, attributes)} | ${index.Projection?.ProjectionType ?? 'KEYS_ONLY'} ${[...(index.Projection?.NonKeyAttributes ?? [])].sort().join(' ')}`;

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

/** Makes tables match a template on one DynamoDB Local. */
export const createTableMaker = (wire: Wire) => {
  const call = <T>(operation: string, input: unknown): Promise<T> => wire.call<T>(`${TARGET}${operation}`, input);

  const describe = async (name: string): Promise<TableDescription | undefined> => {
    try {
      return (await call<{ Table: TableDescription }>('DescribeTable', { TableName: name })).Table;
    } catch (error) {
      if (error instanceof AwsError && error.code === 'ResourceNotFoundException') return undefined;
      throw error;
    }
  };

  const update = async (name: string, change: Record<string, unknown>): Promise<TableDescription> => {
    await call('UpdateTable', { TableName: name, ...change });
    for (;;) {
      const table = await describe(name);
      if (!table) throw new StartError(`The table ${name} vanished while it was changed.`);
      if ((table.GlobalSecondaryIndexes ?? []).every(({ IndexStatus }) => IndexStatus === 'ACTIVE')) return table;
      await pause(20);
    }
  };

  /** Data in a table whose keys changed cannot be carried over; CloudFormation would replace the table and lose it. */
  const refuseChangedKeys = (name: string, properties: TableProperties, table: TableDescription): void => {
    const reset = 'Run `npm start -- --reset` to begin with empty data, or undo the change.';
    const [was, is] = [table, properties].map((side) => keysText(side.KeySchema, side.AttributeDefinitions));
    if (was !== is) throw new StartError(`The key schema of table ${name} changed (${was} → ${is}). ${reset}`);
    const local = (side: TableDescription | TableProperties): string =>
      (side.LocalSecondaryIndexes ?? [])
        .map((index) => index.IndexName + indexText(index, side.AttributeDefinitions))
        .sort()
        .join();
    if (local(table) !== local(properties))
      throw new StartError(`The local indexes of table ${name} changed. ${reset}`);
    for (const index of properties.GlobalSecondaryIndexes ?? []) {
      const old = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.IndexName);
      if (old && indexText(old, table.AttributeDefinitions) !== indexText(index, properties.AttributeDefinitions)) {
        throw new StartError(
          `Index ${index.IndexName} of table ${name} changed, which AWS refuses too: give it a new name. ${reset}`,
        );
      }
    }
  };

  const updateIndexes = async (
    name: string,
    properties: TableProperties,
    found: TableDescription,
  ): Promise<TableDescription> => {
    const wanted = properties.GlobalSecondaryIndexes ?? [];
    let table = found;
    for (const { IndexName } of found.GlobalSecondaryIndexes ?? []) {
      if (wanted.some((index) => index.IndexName === IndexName)) continue;
      table = await update(name, { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] });
    }
    for (const index of wanted) {
      const present = table.GlobalSecondaryIndexes ?? [];
      if (present.some(({ IndexName }) => IndexName === index.IndexName)) continue;
      // One index per update, as AWS has it; attributes that no key uses yet would be refused.
      const used = new Set(
        [table, ...(table.LocalSecondaryIndexes ?? []), ...present, index].flatMap((owner) =>
          owner.KeySchema.map((key) => key.AttributeName),
        ),
      );
      table = await update(name, {
        AttributeDefinitions: properties.AttributeDefinitions.filter(({ AttributeName }) => used.has(AttributeName)),
        GlobalSecondaryIndexUpdates: [{ Create: plainIndex(index) }],
      });
    }
    return table;
  };

  const updateStream = async (
    name: string,
    properties: TableProperties,
    found: TableDescription,
  ): Promise<TableDescription> => {
    const is = found.StreamSpecification?.StreamEnabled ? found.StreamSpecification.StreamViewType : undefined;
    const wanted = properties.StreamSpecification?.StreamViewType;
    if (is === wanted) return found;
    let table = found;
    if (is) table = await update(name, { StreamSpecification: { StreamEnabled: false } });
    if (wanted) table = await update(name, { StreamSpecification: { StreamEnabled: true, StreamViewType: wanted } });
    return table;
  };

  const updateTimeToLive = async (name: string, properties: TableProperties): Promise<void> => {
    const { TimeToLiveDescription: found } = await call<{
      TimeToLiveDescription?: { TimeToLiveStatus?: string; AttributeName?: string };
    }>('DescribeTimeToLive', { TableName: name });
    const is = found?.TimeToLiveStatus === 'ENABLED' ? found.AttributeName : undefined;
    const wanted = properties.TimeToLiveSpecification?.Enabled
      ? properties.TimeToLiveSpecification.AttributeName
      : undefined;
    if (is === wanted) return;
    const set = (AttributeName: string, Enabled: boolean): Promise<unknown> =>
      call('UpdateTimeToLive', { TableName: name, TimeToLiveSpecification: { AttributeName, Enabled } });
    if (is !== undefined) await set(is, false);
    if (wanted !== undefined) await set(wanted, true);
  };

  /** Makes or keeps the table `name`. Throws StartError, naming it, when kept data does not fit the template. */
  return async (properties: TableProperties, name: string): Promise<LocalTable> => {
    const found = await describe(name);
    let table: TableDescription;
    if (found) {
      refuseChangedKeys(name, properties, found);
      table = await updateStream(name, properties, await updateIndexes(name, properties, found));
    } else {
      table = (await call<{ TableDescription: TableDescription }>('CreateTable', createInput(name, properties)))
        .TableDescription;
    }
    await updateTimeToLive(name, properties);
    const stream = properties.StreamSpecification ? table.LatestStreamArn : undefined;
    return {
      name,
      arn: `arn:aws:dynamodb:${LOCAL_REGION}:${LOCAL_ACCOUNT}:table/${name}`,
      ...(stream ? { streamArn: toCloudArn(stream) } : {}),
      created: !found,
    };
  };
};
