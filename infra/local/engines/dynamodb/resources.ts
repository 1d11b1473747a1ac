import { physicalName } from '../../resources/names.ts';
import type { Provisioner } from '../../resources/types.ts';
import type { DynamoEngine } from './engine.ts';
import type { LocalTable, TableProperties } from './tables.ts';

/** `AWS::DynamoDB::Table`. `onTable` receives each created table. */
const table =
  (database: Promise<DynamoEngine>, onTable: (table: LocalTable) => void): Provisioner =>
  async (input) => {
    const { properties } = input;
    const name = typeof properties['TableName'] === 'string' ? properties['TableName'] : physicalName(input);
    const created = await (await database).createTable(properties as unknown as TableProperties, name);
    onTable(created);
    return {
      ref: name,
      attributes: { Arn: created.arn, ...(created.streamArn ? { StreamArn: created.streamArn } : {}) },
    };
  };

/** The provisioners of tables. `onTable` receives each created table. */
export const dynamoResources = (
  database: Promise<DynamoEngine>,
  onTable: (table: LocalTable) => void,
): Readonly<Record<string, Provisioner>> => ({ 'AWS::DynamoDB::Table': table(database, onTable) });
