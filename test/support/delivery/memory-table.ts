import type { DeliveryTable } from '../../../lambdas/data/delivery/delivery-repository.ts';
import { ConditionFailed } from '../../../lambdas/data/table/errors.ts';
import type { ItemKey, StoredItem } from '../../../lambdas/data/table/entity.ts';
import type { PageRequest } from '../../../lambdas/data/table/expressions.ts';
import { tableDefinition } from '../../../lambdas/data/table/table-definition.ts';
import { createWrites, type Write } from '../../../lambdas/data/table/writes.ts';

type Item = Record<string, unknown>;

const nameOf = ({ pk, sk }: ItemKey): string => `${pk}/${sk}`;

/** Applies `SET #s0 = :s0 ADD #a0 :a0` to an item. */
const applyUpdate = (
  item: Item,
  expression: string,
  names: Record<string, string>,
  values: Record<string, unknown>,
): void => {
  for (const [, clause, body = ''] of expression.matchAll(/(SET|ADD) (.*?)(?= ADD |$)/g))
    for (const part of body.split(', ')) {
      const [name = '', value = ''] = part.split(clause === 'SET' ? ' = ' : ' ');
      const attribute = names[name] ?? '';
      item[attribute] = clause === 'SET' ? values[value] : Number(item[attribute] ?? 0) + Number(values[value]);
    }
};

/** A table in memory, with what tests read and change. */
type MemoryTable = DeliveryTable & {
  items(): StoredItem[];
  /** Removes what has expired at a time, in milliseconds since 1970. */
  expire(now: number): void;
};

/**
 * A table in memory. Its transactions are atomic, and each request takes a turn of the event loop before and after, so
 * that concurrent workers interleave. `crash` is called before and after each transaction and may throw.
 */
export const createMemoryTable = (crash: () => void = () => undefined): MemoryTable => {
  const items = new Map<string, Item>();
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  const check = ({ Put, Update }: Write, index: number): void => {
    const key = (Put?.Item ?? Update?.Key) as unknown as ItemKey;
    const stored = items.get(nameOf(key));
    const condition = Put?.ConditionExpression ?? Update?.ConditionExpression ?? '';
    const values = (Put ?? Update)?.ExpressionAttributeValues ?? {};
    const holds =
      condition === '' ||
      (condition.includes('attribute_not_exists(#pk)') && stored === undefined) ||
      (condition.includes('#type = :type') && stored?.['type'] === values[':type']) ||
      (condition.includes('#requests <= :requests') && Number(stored?.['requests']) <= Number(values[':requests']));
    if (!holds) throw new ConditionFailed(stored, index);
  };
  const apply = ({ Put, Update }: Write): void => {
    if (Put) items.set(nameOf(Put.Item as unknown as ItemKey), { ...Put.Item });
    if (!Update) return;
    const key = Update.Key as unknown as ItemKey;
    const item = items.get(nameOf(key)) ?? { ...key };
    const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = Update;
    applyUpdate(item, Update.UpdateExpression ?? '', names, values);
    items.set(nameOf(key), item);
  };
  const transact = async (writes: readonly Write[]): Promise<void> => {
    await turn();
    crash();
    writes.forEach(check);
    writes.forEach(apply);
    crash();
    await turn();
  };
  const write = createWrites('memory');
  const select = (request: Omit<PageRequest, 'startKey'>): StoredItem[] => {
    const { partition, prefix = '', from = '', upTo = '~', after = '' } = request;
    return ([...items.values()] as StoredItem[])
      .filter(({ pk, sk }) => pk === partition && sk.startsWith(prefix) && sk >= from && sk <= upTo && sk > after)
      .sort((a, b) => (a.sk < b.sk ? -1 : 1));
  };
  return {
    write,
    transact,
    put: (item, condition) => transact([write.put(item, condition)]),
    delete: async (key) => void items.delete(nameOf(key)),
    get: async (key) => items.get(nameOf(key)) as StoredItem | undefined,
    getMany: async (keys) => keys.flatMap((key) => (items.get(nameOf(key)) as StoredItem | undefined) ?? []),
    query: async (request) => {
      const found = select(request);
      const page = found.slice(0, request.limit);
      return { items: page, lastKey: page.length < found.length ? page.at(-1) : undefined };
    },
    queryAll: async (request) => select(request),
    items: () => [...items.values()] as StoredItem[],
    expire: (now) => {
      for (const [name, { [tableDefinition.timeToLiveAttribute]: expires }] of items)
        if (Number(expires) * 1000 <= now) items.delete(name);
    },
  };
};
