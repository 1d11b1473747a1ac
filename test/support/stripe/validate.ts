import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ObjectName, SchemaDocument } from './sdk-schemas.ts';

/** The committed schemas. */
export const committedSchemas = (): SchemaDocument =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'sdk-schemas.json'), 'utf8')) as SchemaDocument;

/** The SDK's type of each kind of object. */
const TYPES: Readonly<Record<string, ObjectName>> = {
  customer: 'Customer',
  product: 'Product',
  price: 'Price',
  payment_method: 'PaymentMethod',
  subscription: 'Subscription',
  subscription_item: 'SubscriptionItem',
  subscription_schedule: 'SubscriptionSchedule',
  invoice: 'Invoice',
  'checkout.session': 'CheckoutSession',
  item: 'LineItem',
  'billing_portal.configuration': 'PortalConfiguration',
  'billing_portal.session': 'PortalSession',
  event: 'Event',
  webhook_endpoint: 'WebhookEndpoint',
  'test_helpers.test_clock': 'TestClock',
};

/** The same of objects that are deleted. */
const DELETED_TYPES: Readonly<Record<string, ObjectName>> = {
  customer: 'DeletedCustomer',
  webhook_endpoint: 'DeletedWebhookEndpoint',
  'test_helpers.test_clock': 'DeletedTestClock',
};

const validators = new Map<string, z.ZodType>();

const validatorOf = (name: string): z.ZodType => {
  const known = validators.get(name);
  if (known) return known;
  const { definitions } = committedSchemas();
  const validator = z.fromJSONSchema({
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...definitions[`api.${name}`],
    definitions,
  } as Parameters<typeof z.fromJSONSchema>[0]);
  validators.set(name, validator);
  return validator;
};

/** The most specific problem of a union: that of the member that fits best. */
const describe = (issue: z.core.$ZodIssue, at: readonly PropertyKey[]): string[] => {
  const where = [...at, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const members = issue.errors.map((issues) => issues.flatMap((inner) => describe(inner, where)));
    return members.sort((a, b) => (b[0]?.split('.').length ?? 0) - (a[0]?.split('.').length ?? 0))[0] ?? [];
  }
  return [`${where.join('.')}: ${issue.message}`];
};

const problemsAt = (object: unknown, at: readonly PropertyKey[]): string[] => {
  const { object: kind, deleted } = object as { readonly object?: string; readonly deleted?: boolean };
  if (kind === 'list')
    return (object as { data: unknown[] }).data.flatMap((element, index) => problemsAt(element, [...at, index]));
  const name = (deleted ? DELETED_TYPES : TYPES)[kind ?? ''];
  if (name === undefined) return [`${at.join('.')}: ${String(kind)} is not an object of the SDK`];
  const result = validatorOf(name).safeParse(object);
  const own = result.success ? [] : result.error.issues.flatMap((issue) => describe(issue, [...at, name]));
  const inner =
    kind === 'event' ? problemsAt((object as { data: { object: unknown } }).data.object, [...at, 'data']) : [];
  return [...own, ...inner];
};

/** What differs between a body of the API and the SDK's types: one line for each place. */
export const problemsOf = (body: unknown): readonly string[] => problemsAt(body, []);
