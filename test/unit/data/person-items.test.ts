import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personItems } from '../../../lambdas/data/privacy/person-items.ts';
import type { PageRequest } from '../../../lambdas/data/table/expressions.ts';
import type { Table } from '../../../lambdas/data/table/table.ts';

it('PI1: reads as many places of a user as access-patterns.md says, each once', async () => {
  const requests: Omit<PageRequest, 'startKey'>[] = [];
  const table = {
    async *pages(request: Omit<PageRequest, 'startKey'>) {
      requests.push(request);
      yield [];
    },
  } as unknown as Table;
  const person = { userId: '11111111-2222-4333-8444-555555555555', email: 'ann@example.org' };
  for await (const page of personItems(table, person))
    throw new Error(`Nothing is stored, but ${page.kind.type} was read`);

  const row = readFileSync(join(__dirname, '../../../lambdas/data/access-patterns.md'), 'utf8').match(
    /^\| PI1 .*$/m,
  )?.[0];
  const inIndex = requests.filter(({ index }) => index !== undefined);
  expect(row).toContain(`: ${requests.length - inIndex.length} partitions and ${inIndex.length} of gsi1,`);
  expect(new Set(requests.map(({ index, partition }) => `${index} ${partition}`)).size).toBe(requests.length);
  expect(new Set(inIndex.map(({ index, consistent }) => `${index} ${consistent}`))).toEqual(
    new Set(['gsi1 undefined']),
  );
  expect(requests.filter(({ index, consistent }) => index === undefined && !consistent)).toEqual([]);
});
