import { committedSchemas, problemsOf } from '../../../support/stripe/validate.ts';
import { generateSchemas, sdkVersion } from '../../../support/stripe/sdk-schemas.ts';
import { openShop, openStripe, type StripeWorld, buy } from '../../../support/stripe/local-stripe.ts';

let world: StripeWorld;
let subscription: Record<string, unknown>;

beforeAll(async () => {
  world = await openStripe();
  const shop = await openShop(world);
  const bought = await buy(world, shop, shop.premium);
  subscription = structuredClone(world.engine.account.require('subscription', bought.id)) as Record<string, unknown>;
});
afterAll(() => world.stop());

it('are those of the installed SDK (otherwise run: node test/support/stripe/write-schemas.ts)', () => {
  const committed = committedSchemas();
  expect(committed.sdk).toBe(sdkVersion());
  expect(committed).toEqual(JSON.parse(JSON.stringify(generateSchemas())));
});

it('accept what the local Stripe returns', () => {
  expect(problemsOf(subscription)).toEqual([]);
});

const items = () => (subscription['items'] as { data: Record<string, unknown>[] }).data;

it.each<[string, () => unknown, string]>([
  [
    'a field that is missing',
    () => Object.fromEntries(Object.entries(subscription).filter(([name]) => name !== 'billing_mode')),
    'billing_mode',
  ],
  ['a field that the SDK does not know', () => ({ ...subscription, current_period_end: 1 }), 'current_period_end'],
  ['a value outside an enumeration', () => ({ ...subscription, status: 'running' }), 'status'],
  ['a text in place of a number', () => ({ ...subscription, created: '2026' }), 'created'],
  ['null where it is not allowed', () => ({ ...subscription, cancel_at_period_end: null }), 'cancel_at_period_end'],
  [
    'an error deep in an object',
    () => {
      const [item = {}] = items();
      const price = { ...(item['price'] as object), unit_amount_decimal: 1999 };
      return { ...subscription, items: { ...(subscription['items'] as object), data: [{ ...item, price }] } };
    },
    'unit_amount_decimal',
  ],
  ['another kind of object', () => ({ ...subscription, object: 'membership' }), 'membership'],
])('find %s', (_name, planted, named) => {
  expect(problemsOf(planted()).join('\n')).toContain(named);
});
