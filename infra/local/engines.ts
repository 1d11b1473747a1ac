import type { Dispatcher } from './dispatcher.ts';
import type { Engine, EngineParts, InstanceOf, Platform } from './engine.ts';
import { engineList } from './engine-list.ts';
import { createPlatform, type PlatformOptions } from './platform.ts';

export interface EnginesOptions extends PlatformOptions {
  /** Called with a stop function for each engine, in creation order. */
  readonly onStop: (stop: () => unknown) => void;
  /** @default the engine list */
  readonly list?: readonly Engine<unknown>[];
}

/** The engines of a local cloud, without resources. */
export interface Engines {
  readonly platform: Platform;
  readonly dispatcher: Dispatcher;
  /** Finds an engine's instance. */
  readonly instanceOf: InstanceOf;
  /** Every engine's parts, in the order of the list. */
  readonly parts: readonly EngineParts<unknown>[];
  /** Resolves when every service responds. Rejects with a StartError, e.g. without Java. */
  readonly started: Promise<void>;
}

/** Creates every engine of a list, each after the engines that it needs. `onCreated` receives them in that order. */
const createAll = (
  list: readonly Engine<unknown>[],
  platform: Platform,
  onCreated: (parts: EngineParts<unknown>) => void,
): { readonly parts: readonly EngineParts<unknown>[]; readonly instanceOf: InstanceOf } => {
  const created = new Map<Engine<unknown>, EngineParts<unknown>>();
  const instanceOf = <Instance>(engine: Engine<Instance>): Instance => {
    const parts = created.get(engine);
    if (!parts) throw new Error(`The engine ${engine.name} is not in the list`);
    // The map holds what this engine itself created.
    return parts.instance as Instance;
  };
  const create = (engine: Engine<unknown>): EngineParts<unknown> => {
    const existing = created.get(engine);
    if (existing) return existing;
    for (const needed of engine.needs) {
      if (!list.includes(needed))
        throw new Error(`The engine ${engine.name} needs ${needed.name}, which is not in the list`);
      create(needed);
    }
    const parts = engine.create(platform, instanceOf);
    created.set(engine, parts);
    onCreated(parts);
    return parts;
  };
  return { parts: list.map(create), instanceOf };
};

/** Creates the engines and registers their services. Slow ones, such as the database, continue to start. */
export const createEngines = ({ onStop, list = engineList, ...options }: EnginesOptions): Engines => {
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const { platform, dispatcher } = createPlatform(options, list, started);
  const starting: Promise<void>[] = [];
  const { parts, instanceOf } = createAll(list, platform, ({ services = [], paths = {}, stop }) => {
    if (stop) onStop(stop);
    for (const service of services) {
      if (service instanceof Promise) starting.push(service.then(dispatcher.register));
      else dispatcher.register(service);
    }
    for (const [prefix, handler] of Object.entries(paths)) dispatcher.serve(prefix, handler);
  });
  resolve(Promise.all(starting).then(() => undefined));
  return { platform, dispatcher, instanceOf, parts, started };
};
