import type { ProviderEvent } from './provider.ts';

/** Events of Stripe that can change a plan, or that its history records. The webhook endpoint receives these. */
export const handledEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'charge.dispute.created',
] as const;

const handled: ReadonlySet<string> = new Set(handledEvents);

/** What an event adds to the history of a user. Its id keeps a repeated event from being recorded twice. */
export interface EventNote {
  readonly kind: 'refund' | 'dispute';
  readonly id: string;
  readonly at: string;
  /** The charge or the dispute. */
  readonly object_id: string;
}

const noteKinds: ReadonlyMap<string, EventNote['kind']> = new Map([
  ['charge.refunded', 'refund'],
  ['charge.dispute.created', 'dispute'],
]);

/** What an event adds to the history; undefined when it adds nothing. */
export const noteOfEvent = ({ id, type, at, objectId }: Omit<ProviderEvent, 'customerId'>): EventNote | undefined => {
  const kind = noteKinds.get(type);
  return kind && { kind, id, at, object_id: objectId };
};

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** An id of Stripe: it becomes part of a key and of a path. */
const ID = /^[A-Za-z0-9_]{3,255}$/;

const idOf = (value: unknown): string | undefined => {
  const id = textOf(isObject(value) ? value['id'] : value);
  return id !== undefined && ID.test(id) ? id : undefined;
};

const timeOf = (created: unknown): string | undefined => {
  const time = typeof created === 'number' ? created * 1000 : Date.parse(String(created));
  return Number.isFinite(time) && Math.abs(time) < 8.64e15 ? new Date(time).toISOString() : undefined;
};

/**
 * The ids in an event of Stripe: of a snapshot event (`data.object`) or of a thin one (`related_object`), whose types
 * start with `v1.`. Undefined for an event that changes no plan, and for a value that is not an event.
 */
export const readStripeEvent = (event: unknown): ProviderEvent | undefined => {
  if (!isObject(event)) return undefined;
  const type = textOf(event['type'])?.replace(/^v1\./, '');
  const data = isObject(event['data']) ? event['data']['object'] : event['related_object'];
  const [id, objectId, at] = [idOf(event['id']), idOf(data), timeOf(event['created'])];
  if (type === undefined || !handled.has(type) || id === undefined || objectId === undefined || at === undefined)
    return undefined;
  return { id, type, at, objectId, customerId: (isObject(data) && idOf(data['customer'])) || null };
};
