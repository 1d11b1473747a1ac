import * as ddb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { entities } from '../../lambdas/data/entities.ts';
import { tableDefinition, type IndexName } from '../../lambdas/data/table/table-definition.ts';
import { removalOf } from '../retention.ts';
import type { Stage } from '../stages.ts';
import type { AppFunction } from './app-function.ts';

/** Operations on the table. There is no Scan: no function may read the whole table. */
export type TableAction =
  'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';

/** What one function may do with the items of each entity, by the entity's name in the registry. */
export type TableGrant = { readonly [Name in keyof typeof entities]?: readonly TableAction[] };

/** The attributes that one function may change in the items of each entity. */
export type AttributeGrant = { readonly [Name in keyof typeof entities]?: readonly string[] };

/** What the HTTP chain does to record rejected calls: it adds security events, few enough about one subject. */
export const recordsRejections = {
  securityEvent: ['PutItem'],
  rateCounter: ['PutItem', 'UpdateItem'],
} as const satisfies TableGrant;

const CHANGES: readonly TableAction[] = ['UpdateItem', 'DeleteItem'];

/** What responses to security alerts restrict for a user: an attribute of the item with the user's sessions. */
const RESTRICTIONS = 'restrictions';

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
  /** Functions that may restrict users. */
  private readonly restricting = new Set<AppFunction>();

  constructor(scope: Construct, id: string, props: { readonly stage: Stage }) {
    super(scope, id);
    const text = (name: string): ddb.Attribute => ({ name, type: ddb.AttributeType.STRING });
    this.table = new ddb.Table(this, 'Table', {
      partitionKey: text(tableDefinition.partitionKey),
      sortKey: text(tableDefinition.sortKey),
      billingMode: ddb.BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // CloudFormation cannot delete a protected table, so it could not roll back a failed deployment of dev.
      deletionProtection: props.stage.keepData,
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
   * Grants exactly these actions in the partitions of exactly these entities, and queries of exactly these indexes. IAM
   * conditions see partition keys only, so entities that few functions may write have partitions of their own. IAM
   * cannot distinguish a `PutItem` that creates an item from one that replaces it. In the audit log, the seals make a
   * replacement detectable. Throws for a change of an entity whose items are never changed.
   */
  grant(target: AppFunction, grant: TableGrant, indexes: readonly IndexName[] = []): void {
    const partitionsOf = new Map<TableAction, Set<string>>();
    for (const [name, actions] of Object.entries(grant)) {
      const { partition, appendOnly } = entities[name as keyof TableGrant];
      for (const action of actions) {
        if (appendOnly && CHANGES.includes(action)) throw new Error(`${target.folder}: ${action} of ${name}`);
        partitionsOf.set(action, (partitionsOf.get(action) ?? new Set()).add(partition));
      }
    }
    const byPartitions = Map.groupBy(partitionsOf, ([, partitions]) => [...partitions].sort().join());
    for (const group of byPartitions.values()) {
      target.allow({
        actions: group.map(([action]) => `dynamodb:${action}`),
        resources: [this.table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...(group[0]?.[1] ?? [])].sort() } },
      });
    }
    const changes = CHANGES.filter((action) => partitionsOf.has(action));
    if (changes.length > 0) this.denyAuditChanges(target, changes);
    if (grant.sessions?.includes('UpdateItem') && !this.restricting.has(target)) this.denyRestrictions(target);
    if (indexes.length > 0) {
      target.allow({
        actions: ['dynamodb:Query'],
        resources: indexes.map((index) => `${this.table.tableArn}/index/${index}`),
      });
    }
  }

  /**
   * Grants what every API function with signed-in callers does, before any use case: it reads rights, plan and sessions
   * of the caller, stores the session that the first call of a sign-in begins, records rejected calls, and counts the
   * calls of callers with a rate limit. It cannot write rights or plans, and not end what restricts a caller.
   */
  grantCaller(target: AppFunction): void {
    this.grant(target, {
      rights: ['BatchGetItem'],
      plan: ['BatchGetItem'],
      sessions: ['BatchGetItem', 'UpdateItem'],
      ...recordsRejections,
    });
  }

  /** Like `grant`, for a function that may also restrict users because of security alerts, and end that. */
  grantRestrictions(target: AppFunction, grant: TableGrant): void {
    this.restricting.add(target);
    this.grant(target, grant);
  }

  /**
   * Grants changes of these attributes only, in the partitions of these entities. One statement for all of them, so
   * that it allows a transaction which changes several.
   */
  grantAttributes(target: AppFunction, grant: AttributeGrant): void {
    const { partitionKey, sortKey } = tableDefinition;
    const named = Object.entries(grant);
    target.allow({
      actions: ['dynamodb:UpdateItem'],
      resources: [this.table.tableArn],
      conditions: {
        'ForAllValues:StringLike': {
          'dynamodb:LeadingKeys': named.map(([name]) => entities[name as keyof AttributeGrant].partition).sort(),
        },
        'ForAllValues:StringEquals': {
          'dynamodb:Attributes': [partitionKey, sortKey, ...named.flatMap(([, attributes]) => attributes)],
        },
      },
    });
  }

  /**
   * Denies changing what restricts a user. Every function with signed-in callers may change the item that contains it.
   */
  private denyRestrictions(target: AppFunction): void {
    target.deny({
      actions: ['dynamodb:UpdateItem'],
      resources: [this.table.tableArn],
      conditions: { 'ForAnyValue:StringEquals': { 'dynamodb:Attributes': [RESTRICTIONS] } },
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
