import { createBillingRepository } from '../../../lambdas/data/billing/billing-repository.ts';
import { createPersonEraser } from '../../../lambdas/data/privacy/person-eraser.ts';
import { createDataRequestRepository } from '../../../lambdas/data/privacy/data-request-repository.ts';
import { personItems } from '../../../lambdas/data/privacy/person-items.ts';
import { createPersonReferences } from '../../../lambdas/data/privacy/person-references.ts';
import type { Table } from '../../../lambdas/data/table/table.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import type { Mail } from '../../../lambdas/domain/mail/mail.ts';
import type { EraseDeps } from '../../../lambdas/workers/privacy-erase/deps.ts';
import { createProviderStub, someSubscription } from '../billing/provider-stub.ts';
import type { StoredPerson } from './stored-person.ts';

/** A worker that was killed. */
export class Killed extends Error {}

/** Passes each call on, and dies at a number of calls: half of the times before the call, half of the times after. */
export const createKillSwitch = () => {
  let left = Infinity;
  let calls = 0;
  const around = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    left -= 1;
    if (left <= 0) throw new Killed('before a call');
    const last = left < 1;
    const result = await call();
    if (last) throw new Killed('after a call');
    return result;
  };
  return {
    around,
    /** Dies at a call from now on; `after` lets that call happen. */
    arm: (call: number, after: boolean): void => void (left = after ? call + 0.5 : call),
    disarm: (): void => void (left = Infinity),
    calls: (): number => calls,
    /** The object with all its methods guarded. */
    guard: <T extends object>(target: T): T =>
      new Proxy(target, {
        get(source, name) {
          const member = Reflect.get(source, name) as unknown;
          return typeof member === 'function'
            ? (...args: unknown[]) => around(async () => Reflect.apply(member as () => unknown, source, args))
            : member;
        },
      }),
  };
};

/** The stores other than the table, in memory, and a worker that erases from all of them. */
export const createTestEraser = (table: Table, person: StoredPerson, now: () => number) => {
  const kill = createKillSwitch();
  const { write } = table;
  const guarded: Table = {
    ...kill.guard({ ...table, pages: undefined, queryAll: undefined, write: undefined } as never as Table),
    tableName: table.tableName,
    write,
    pages: table.pages,
    queryAll: (request) => kill.around(() => table.queryAll(request)),
    get: (...args) => kill.around(() => table.get(...args)),
    getMany: (...args) => kill.around(() => table.getMany(...args)),
    query: (...args) => kill.around(() => table.query(...args)),
    put: (...args) => kill.around(() => table.put(...args)),
    update: (...args) => kill.around(() => table.update(...args)),
    delete: (...args) => kill.around(() => table.delete(...args)),
    transact: (...args) => kill.around(() => table.transact(...args)),
  };
  const pool = new Map([[person.id, { email: person.email, name: person.name, status: 'CONFIRMED' }]]);
  const closed = new Set<string>();
  const files = new Set([`exports/${person.id}/one.zip`, 'exports/another/two.zip']);
  const mails: { readonly to: string; readonly mail: Mail }[] = [];
  const stripe = createProviderStub(() => kill.around(async () => {}));
  stripe.subscriptions.set(person.customerId, [someSubscription()]);
  const deps: EraseDeps = {
    requests: createDataRequestRepository(guarded, silentLogger),
    itemsOf: (ids) => personItems(guarded, ids),
    eraser: createPersonEraser(guarded),
    references: createPersonReferences(guarded),
    account: kill.guard({
      find: async (id: string) => pool.get(id),
      close: async (id: string) => void closed.add(id),
      remove: async (id: string) => void pool.delete(id),
    }),
    files: kill.guard({
      async removeAll(prefix: string) {
        for (const key of files) if (key.startsWith(prefix)) files.delete(key);
      },
    }),
    billing: createBillingRepository(guarded, silentLogger),
    stripe: { within: () => stripe.provider },
    mailer: kill.guard({ send: async (to: string, mail: Mail) => void mails.push({ to, mail }) }),
    siteUrl: async () => 'https://soundstage.example',
    logger: silentLogger,
    now,
  };
  return { deps, kill, pool, closed, files, mails, stripe };
};
