import { lazy, type ComponentType } from 'react';

/** A component in its own chunk, downloaded when it first renders, only after its guard admits the user. */
export const lazyComponent = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
