import type { ItemKey, StoredItem } from '../../lambdas/data/table/entity.ts';
import { ConditionFailed } from '../../lambdas/data/table/errors.ts';
import type { Change, Expression, PageRequest } from '../../lambdas/data/table/expressions.ts';
import type { Table } from '../../lambdas/data/table/table.ts';

type Item = Record<string, unknown> & ItemKey;

const keyOf = ({ pk, sk }: ItemKey): string => `${pk}\n${sk}`;

/** The value at a path such as `#quality.#seq`. */
const valueAt = (item: Item | undefined, path: string, names: Expression['names'] = {}): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Item | undefined)?.[names[name] ?? ''], item);

/** One comparison of a condition. Throws for one that it does not know, so that no test passes by mistake. */
const holdsTerm = (term: string, item: Item | undefined, { names, values = {} }: Expression): boolean => {
  const [, operator = '', path = ''] = /^(attribute_(?:not_)?exists)\((.+)\)$/.exec(term) ?? [];
  if (operator !== '') return (valueAt(item, path, names) !== undefined) === (operator === 'attribute_exists');
  const [, left = '', sign = '', right = ''] = /^([#\w.]+) (=|<|<=) (:\w+)$/.exec(term) ?? [];
  if (sign === '') throw new Error(`The table in memory does not know the condition ${term}`);
  // Texts are compared in the same way.
  const value = valueAt(item, left, names) as number | undefined;
  const other = values[right] as number;
  if (value === undefined) return false;
  if (sign === '=') return value === other;
  return sign === '<' ? value < other : value <= other;
};

const holds = (condition: Expression, item: Item | undefined): boolean =>
  condition.expression
    .split(' OR ')
    .some((part) => part.split(' AND ').every((term) => holdsTerm(term, item, condition)));

const changed = (key: ItemKey, item: Item | undefined, { set = {}, add = {} }: Change): Item => {
  const next: Item = { ...key, ...item, ...set };
  for (const [name, by] of Object.entries(add)) next[name] = Number(next[name] ?? 0) + Number(by);
  return next;
};

const isWithin = ({ sk }: Item, { prefix, from, upTo, after, descending = true }: PageRequest): boolean =>
  (prefix === undefined || sk.startsWith(prefix)) &&
  (from === undefined || sk >= from) &&
  (upTo === undefined || sk <= upTo) &&
  (after === undefined || (descending ? sk < after : sk > after));

/**
 * A table in memory, for rules of workers that must be tested with many crashes. It knows single writes with simple
 * conditions, and no index. `around` receives the name of each call and may fail before or after it.
 */
export const createMemoryTable = () => {
  const items = new Map<string, Item>();
  const hooks = { around: async (_name: string, send: () => unknown): Promise<unknown> => send() };
  const call = async <T>(name: string, send: () => T): Promise<T> => (await hooks.around(name, send)) as T;
  const check = (key: ItemKey, condition: Expression | undefined): Item | undefined => {
    const item = items.get(keyOf(key));
    if (condition && !holds(condition, item)) throw new ConditionFailed(item);
    return item;
  };
  const select = (request: PageRequest): readonly StoredItem[] => {
    const found = [...items.values()].filter((item) => item.pk === request.partition && isWithin(item, request));
    found.sort((a, b) => (a.sk < b.sk ? -1 : 1));
    return request.descending === false ? found : found.reverse();
  };
  const query = (request: PageRequest) =>
    call('query', () => {
      const all = select(request);
      const page = all.slice(0, request.limit);
      return { items: page, lastKey: page.length < all.length ? { ...page.at(-1) } : undefined };
    });
  const table = {
    get: (key: ItemKey) => call('get', () => items.get(keyOf(key))),
    getMany: (keys: readonly ItemKey[]) => call('getMany', () => keys.flatMap((key) => items.get(keyOf(key)) ?? [])),
    put: (item: StoredItem, condition?: Expression) =>
      call('put', () => {
        check(item, condition);
        items.set(keyOf(item), { ...item });
      }),
    update: (key: ItemKey, change: Change, condition: Expression) =>
      call('update', () => {
        const next = changed(key, check(key, condition), change);
        items.set(keyOf(key), next);
        return next;
      }),
    delete: (key: ItemKey) => call('delete', () => void items.delete(keyOf(key))),
    query,
    queryAll: (request: PageRequest) => call('query', () => select(request)),
    async *pages(request: PageRequest) {
      let after: string | undefined;
      for (;;) {
        const page = await query(after === undefined ? request : { ...request, after });
        yield page.items;
        if (!page.lastKey) return;
        after = page.items.at(-1)?.sk;
      }
    },
  } as unknown as Table;
  return { table, items, hooks };
};
