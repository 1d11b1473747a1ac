import type { Dimensions, MetricStore, Recorder } from './store.ts';

/** The recorders of several metrics with the same dimensions, by metric name. */
export type Recorders<Name extends string> = Readonly<Record<Name, Recorder>>;

/** Which metrics a resource has. */
export interface RecorderOptions<Name extends string> {
  readonly namespace: string;
  /** Units by metric name. */
  readonly units: Readonly<Record<Name, string>>;
  /** Every set of dimensions under which the metrics of a resource are recorded. */
  readonly dimensionsOf: (resource: string) => readonly Dimensions[];
}

/** Finds the recorders of a resource by its name or ID. Creates one for each set of dimensions on first use. */
export const createRecorders = <Name extends string>(
  store: MetricStore,
  { namespace, units, dimensionsOf }: RecorderOptions<Name>,
): ((resource: string) => readonly Recorders<Name>[]) => {
  const created = new Map<string, readonly Recorders<Name>[]>();
  const create = (dimensions: Dimensions): Recorders<Name> =>
    Object.fromEntries(
      Object.entries<string>(units).map(([name, unit]) => [
        name,
        store.recorder({ namespace, name, dimensions }, unit),
      ]),
    ) as Recorders<Name>;
  return (resource) => {
    const existing = created.get(resource);
    if (existing) return existing;
    const recorders = dimensionsOf(resource).map(create);
    created.set(resource, recorders);
    return recorders;
  };
};
