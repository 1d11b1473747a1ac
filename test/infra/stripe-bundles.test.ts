import { join } from 'node:path';
import { buildFunctions } from '../../infra/build-functions.ts';
import { repositoryRoot } from '../support/source-tree.ts';

/** The functions that call Stripe, or verify its signatures, and little else. */
const BILLING = ['billing', 'billing-reconcile', 'billing-sync', 'stripe-webhook'];
/**
 * Maximum size of their bundles in bytes: a table's client, the contract of all endpoints, the checks of each call, and
 * Stripe's package.
 */
const MAX_BYTES = 700_000;
/** Removes customers at Stripe, and users from every other store. */
const ERASER = 'privacy-erase';

it('puts Stripe into the bundles of billing and erasure only, and keeps those of billing small', async () => {
  const sizes = await buildFunctions(repositoryRoot);
  const names = Object.entries(sizes).flatMap(([name, { inputs }]) =>
    Object.keys(inputs).some((file) => file.includes(join('node_modules', 'stripe') + '/')) ? [name] : [],
  );
  console.info(BILLING.map((name) => `${name}: ${Math.round((sizes[name]?.bytes ?? 0) / 1000)} KB`).join(', '));
  expect(names.sort()).toEqual([...BILLING, ERASER].sort());
  expect(BILLING.filter((name) => (sizes[name]?.bytes ?? 0) > MAX_BYTES)).toEqual([]);
});
