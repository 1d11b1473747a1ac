import { StartError } from '../start-error.ts';
import { compileFilters, type FilterCriteria } from './event-filter.ts';
import { type PatternMatch, PatternError } from './bus/pattern.ts';

/** The resolved properties of `AWS::Lambda::EventSourceMapping` that have a local effect. */
export interface MappingProperties {
  readonly FunctionName: string;
  readonly EventSourceArn: string;
  readonly Enabled?: boolean;
  readonly BatchSize?: number;
  readonly MaximumBatchingWindowInSeconds?: number;
  readonly FunctionResponseTypes?: readonly string[];
  readonly FilterCriteria?: FilterCriteria;
  readonly ScalingConfig?: { readonly MaximumConcurrency?: number };
  readonly StartingPosition?: string;
  readonly MaximumRetryAttempts?: number;
  readonly MaximumRecordAgeInSeconds?: number;
  readonly BisectBatchOnFunctionError?: boolean;
  readonly ParallelizationFactor?: number;
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination?: string } };
}

/** The validated settings that both kinds of mapping share. */
export interface MappingSettings {
  readonly functionName: string;
  readonly sourceArn: string;
  readonly enabled: boolean;
  readonly batchSize: number;
  readonly windowMs: number;
  readonly reportsFailures: boolean;
  readonly passes: PatternMatch;
}

const COMMON = [
  'FunctionName',
  'EventSourceArn',
  'Enabled',
  'BatchSize',
  'MaximumBatchingWindowInSeconds',
  'FunctionResponseTypes',
  'FilterCriteria',
  'Tags',
  'MetricsConfig',
  'KmsKeyArn',
];

/**
 * Reads the shared properties. Throws StartError, naming the mapping, for a property outside `own` and for what Lambda
 * would reject.
 */
export const readMapping = (
  properties: MappingProperties,
  name: string,
  own: readonly string[],
  batch: { readonly standard: number; readonly largest: number },
): MappingSettings => {
  const unknown = Object.keys(properties).find((key) => ![...COMMON, ...own].includes(key));
  if (unknown !== undefined)
    throw new StartError(`Event source mapping ${name}: the local cloud does not support ${unknown}.`);
  const { BatchSize = batch.standard, MaximumBatchingWindowInSeconds: window = 0 } = properties;
  if (BatchSize < 1 || BatchSize > batch.largest)
    throw new StartError(`Event source mapping ${name}: BatchSize must be from 1 to ${batch.largest}.`);
  if (window < 0 || window > 300)
    throw new StartError(`Event source mapping ${name}: MaximumBatchingWindowInSeconds must be from 0 to 300.`);
  try {
    return {
      functionName: properties.FunctionName,
      sourceArn: properties.EventSourceArn,
      enabled: properties.Enabled !== false,
      batchSize: Number(BatchSize),
      windowMs: window * 1000,
      reportsFailures: properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
      passes: compileFilters(properties.FilterCriteria),
    };
  } catch (error) {
    throw error instanceof PatternError ? new StartError(`Event source mapping ${name}: ${error.message}`) : error;
  }
};

/**
 * The IDs that a function reports as failed (`batchItemFailures`). `all` when the report is invalid: as in Lambda, a
 * missing, empty or unknown ID fails the whole batch. No report means success.
 */
export const failedItems = (payload: unknown, ids: readonly string[]): ReadonlySet<string> | 'all' => {
  if (payload === undefined || payload === null) return new Set();
  if (typeof payload !== 'object' || Array.isArray(payload)) return 'all';
  const { batchItemFailures: failures } = payload as { batchItemFailures?: unknown };
  if (failures === undefined || failures === null) return new Set();
  if (!Array.isArray(failures)) return 'all';
  const failed = new Set<string>();
  for (const failure of failures as unknown[]) {
    const id =
      typeof failure === 'object' && failure !== null
        ? (failure as { itemIdentifier?: unknown }).itemIdentifier
        : undefined;
    if (typeof id !== 'string' || !ids.includes(id)) return 'all';
    failed.add(id);
  }
  return failed;
};

/** A running event source mapping. */
export interface Mapping {
  readonly name: string;
  readonly functionName: string;
  readonly sourceArn: string;
  /** Stops polling. Resolves when the function's current run has ended. */
  stop(): Promise<void>;
}
