import * as ddb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { StoredKind } from '../../lambdas/data/table/entity.ts';
import { tableDefinition, type IndexName } from '../../lambdas/data/table/table-definition.ts';
import { removalOf } from '../retention.ts';
import type { Stage } from '../stages.ts';
import type { AppFunction } from './app-function.ts';

/** Operations on the table. There is no Scan: no function may read the whole table. */
export type TableAction =
  'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';

const WRITES: readonly TableAction[] = ['PutItem', 'UpdateItem', 'DeleteItem'];

/** Permissions of one function on the table. */
export interface TableGrant {
  readonly actions: readonly TableAction[];
  /** Entities that the function only reads. */
  readonly read?: readonly StoredKind[];
  /** Entities that the function writes. It can read them too. */
  readonly write?: readonly StoredKind[];
  /** Indexes that the function queries. */
  readonly indexes?: readonly IndexName[];
}

/** Partitions of the audit log: its entries, its seals and the list of its months. */
const AUDIT = 'AUDIT*';

const projectionOf = (index: IndexName): Pick<ddb.GlobalSecondaryIndexProps, 'projectionType' | 'nonKeyAttributes'> => {
  if (index === 'gsi1') return { projectionType: ddb.ProjectionType.ALL };
  if (tableDefinition.keysOnly.includes(index)) return { projectionType: ddb.ProjectionType.KEYS_ONLY };
  return { projectionType: ddb.ProjectionType.INCLUDE, nonKeyAttributes: [...tableDefinition.cardAttributes] };
};

/** The only table, as defined in `lambdas/data/table/table-definition.ts`. */
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
   * Grants exactly these actions, on the partitions of exactly these entities and, for queries, on exactly these
   * indexes. IAM conditions see partition keys only, so entities that few functions may write have partitions of their
   * own. IAM cannot distinguish a `PutItem` that creates an item from one that replaces it. In the audit log, the seals
   * make a replacement detectable.
   */
  grant(target: AppFunction, { actions, read = [], write = [], indexes = [] }: TableGrant): void {
    const reads = actions.filter((action) => !WRITES.includes(action));
    const changes = actions.filter((action) => action === 'UpdateItem' || action === 'DeleteItem');
    this.allow(target, reads, [...read, ...write]);
    if (actions.includes('PutItem')) this.allow(target, ['PutItem'], write);
    this.allow(
      target,
      changes,
      write.filter(({ appendOnly }) => !appendOnly),
    );
    if (changes.length > 0) this.denyAuditChanges(target, changes);
    if (indexes.length > 0) {
      target.allow({
        actions: ['dynamodb:Query'],
        resources: indexes.map((index) => `${this.table.tableArn}/index/${index}`),
      });
    }
  }

  private allow(target: AppFunction, actions: readonly TableAction[], entities: readonly StoredKind[]): void {
    if (actions.length === 0) return;
    const partitions = [...new Set(entities.map(({ partition }) => partition))].sort();
    if (partitions.length === 0) throw new Error(`${target.folder}: ${actions.join(', ')} without an entity`);
    target.allow({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [this.table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
    });
  }

  /** Denies changing and deleting audit log items, whatever else the role is granted. */
  private denyAuditChanges(target: AppFunction, actions: readonly TableAction[]): void {
    target.deny({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [this.table.tableArn],
      // A transaction or batch has several keys. One match is enough to deny it.
      conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [AUDIT] } },
    });
  }
}
