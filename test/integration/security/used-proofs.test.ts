import { randomUUID } from 'node:crypto';
import { createSmartTokenChecks } from '../../../lambdas/data/security/smart-token-repository.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

it('ST7: lets one request use a proof, and that request again when a response was lost', async () => {
  const { useProof } = createSmartTokenChecks(db.table);
  const proof = { id: randomUUID(), thumbprint: 'a key' };
  const now = Date.now();
  const requests = ['request-1', 'request-2', 'request-3'];
  const used = await Promise.all(requests.map((request) => useProof(proof, request, now)));
  expect(used.filter(Boolean)).toHaveLength(1);
  expect(await Promise.all(requests.map((request) => useProof(proof, request, now + 1)))).toEqual(used);
  // The same id of another key is another proof.
  expect(await useProof({ ...proof, thumbprint: 'another key' }, 'request-4', now)).toBe(true);
});
