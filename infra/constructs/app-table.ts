import * as ddb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { tableDefinition, type IndexName } from '../../lambdas/data/table/table-definition.ts';
import { removalOf } from '../retention.ts';
import type { Stage } from '../stages.ts';
import type { AppFunction } from './app-function.ts';

/** What a function does with the table. No request-path function ever gets Scan. */
export type TableAction =
  'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';

/** Actions that change or remove what stands in the table; `PutItem` is apart, since it also writes what is new. */
const CHANGES: readonly TableAction[] = ['UpdateItem', 'DeleteItem'];

/** Partitions of the audit log: its entries, its seals and the list of its months. */
const AUDIT = 'AUDIT*';
/** Of these only what seals it writes any. */
const SEALS: readonly string[] = ['AUDIT_SEAL#*', 'AUDIT_MONTH'];

const projectionOf = (index: IndexName): Pick<ddb.GlobalSecondaryIndexProps, 'projectionType' | 'nonKeyAttributes'> => {
  if (index === 'gsi1') return { projectionType: ddb.ProjectionType.ALL };
  if (tableDefinition.keysOnly.includes(index)) return { projectionType: ddb.ProjectionType.KEYS_ONLY };
  return { projectionType: ddb.ProjectionType.INCLUDE, nonKeyAttributes: [...tableDefinition.cardAttributes] };
};

/** The one table, made from `lambdas/data/table/table-definition.ts`. */
export class AppTable extends Construct {
  readonly table: ddb.Table;

  constructor(scope: Construct, id: string, props: { readonly stage: Stage }) {
    super(scope, id);
    const text = (name: string): ddb.Attribute => ({ name, type: ddb.AttributeType.STRING });
    this.table = new ddb.Table(this, 'Table', {
      partitionKey: text(tableDefinition.partitionKey),
      sortKey: text(tableDefinition.sortKey),
      billingMode: ddb.BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      encryption: ddb.TableEncryption.AWS_MANAGED,
      stream: ddb.StreamViewType[tableDefinition.stream],
      timeToLiveAttribute: tableDefinition.timeToLiveAttribute,
      removalPolicy: removalOf(props.stage),
    });
    for (const [indexName, index] of Object.entries(tableDefinition.indexes)) {
      this.table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
        ...projectionOf(indexName as IndexName),
      });
    }
  }

  /**
   * Grants exactly these actions, on the table and, for queries, on exactly these indexes. Whatever may change items
   * may not change or remove what stands in the audit log, and only what `seals` it writes seals. IAM cannot tell a
   * `PutItem` of a new item from one that replaces another: that is what the seals are for.
   */
  grant(
    target: AppFunction,
    actions: readonly TableAction[],
    indexes: readonly IndexName[] = [],
    options: { readonly seals?: boolean } = {},
  ): void {
    target.allow({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [this.table.tableArn],
    });
    const changes = actions.filter((action) => CHANGES.includes(action));
    if (changes.length > 0) this.deny(target, changes, [AUDIT]);
    if (actions.includes('PutItem') && !options.seals) this.deny(target, ['PutItem'], SEALS);
    if (indexes.length > 0) {
      target.allow({
        actions: ['dynamodb:Query'],
        resources: indexes.map((index) => `${this.table.tableArn}/index/${index}`),
      });
    }
  }

  /** The keys of a transaction or a batch are judged one by one: any of them is enough for the refusal. */
  private deny(target: AppFunction, actions: readonly TableAction[], partitions: readonly string[]): void {
    target.deny({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [this.table.tableArn],
      conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [...partitions] } },
    });
  }
}
