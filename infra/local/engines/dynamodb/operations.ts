/** Operations that change items, so that stream readers have something to fetch. */
export const WRITES: ReadonlySet<string> = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
  'ExecuteStatement',
  'BatchExecuteStatement',
  'ExecuteTransaction',
]);

interface TableInput {
  readonly TableName?: string;
  readonly RequestItems?: Readonly<Record<string, unknown>>;
  readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName?: string }>>[];
}

/** The distinct tables that a request names. */
export const tablesOf = (input: unknown): readonly string[] => {
  const { TableName, RequestItems, TransactItems } = (input ?? {}) as TableInput;
  if (typeof TableName === 'string') return [TableName];
  if (RequestItems) return Object.keys(RequestItems);
  if (!Array.isArray(TransactItems)) return [];
  const names = new Set<string>();
  for (const item of TransactItems as NonNullable<TableInput['TransactItems']>) {
    for (const action of Object.values(item)) if (action.TableName) names.add(action.TableName);
  }
  return [...names];
};

/** Calls of one operation through the proxy. */
export interface OperationCount {
  calls: number;
  /** Responses other than 200, including the calls that `authorize` denied. */
  errors: number;
  /** Capacity units, summed over the calls that asked for ReturnConsumedCapacity. */
  readUnits: number;
  writeUnits: number;
  /** Calls per table name. */
  tables: Record<string, number>;
}

/** Counts by operation name, e.g. `counters().Scan?.calls ?? 0`. */
export type Counters = Readonly<Record<string, OperationCount>>;

interface ConsumedCapacity {
  readonly CapacityUnits?: number;
  readonly ReadCapacityUnits?: number;
  readonly WriteCapacityUnits?: number;
}

/** Counts requests at the proxy. */
export interface Tally {
  request(operation: string, tables: readonly string[]): OperationCount;
  /** Adds the capacity that a response reports, if any. */
  capacity(count: OperationCount, operation: string, answer: Buffer): void;
  read(): Counters;
  reset(): void;
}

/** Creates a tally that starts at zero. */
export const createTally = (): Tally => {
  let counts = new Map<string, OperationCount>();
  return {
    request(operation, tables) {
      const count = counts.get(operation) ?? { calls: 0, errors: 0, readUnits: 0, writeUnits: 0, tables: {} };
      counts.set(operation, count);
      count.calls += 1;
      for (const table of tables) count.tables[table] = (count.tables[table] ?? 0) + 1;
      return count;
    },
    capacity(count, operation, answer) {
      if (!answer.includes('"ConsumedCapacity"')) return;
      const parsed = JSON.parse(answer.toString('utf8')) as {
        ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
      };
      for (const used of [parsed.ConsumedCapacity ?? []].flat()) {
        const units = used.CapacityUnits ?? 0;
        count.readUnits += used.ReadCapacityUnits ?? (WRITES.has(operation) ? 0 : units);
        count.writeUnits += used.WriteCapacityUnits ?? (WRITES.has(operation) ? units : 0);
      }
    },
    read: () => structuredClone(Object.fromEntries(counts)),
    reset() {
      counts = new Map();
    },
  };
};
