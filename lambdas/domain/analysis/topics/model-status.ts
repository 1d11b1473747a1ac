/**
 * Whether the provider still offers a model. `legacy`: it will be withdrawn. `gone`: it is not offered in this region.
 */
export interface ModelStatus {
  readonly state: 'active' | 'legacy' | 'gone';
  /** ISO 8601 date of the withdrawal, if the provider names one. */
  readonly endsAt?: string;
}

/** Reads the status of a language model by its ID. */
export type ReadModelStatus = (modelId: string) => Promise<ModelStatus>;
