import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InvoiceLine, Metadata, MissingPaymentMethod, StripeObject } from './types.ts';

/** One call of a webhook endpoint. Times are epoch milliseconds. */
export interface DeliveryAttempt {
  readonly at: number;
  /** The response's status, or undefined when there was none. */
  readonly status?: number;
  /** The start of the response's body, or why there was none. */
  readonly answer: string;
  readonly ms: number;
}

/** `held` waits for a release, `dropped` is never sent, `failed` was given up after three days. */
export type DeliveryState = 'pending' | 'held' | 'delivered' | 'dropped' | 'failed';

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly endpoint: string;
  readonly createdAt: number;
  state: DeliveryState;
  nextAt: number;
  readonly attempts: DeliveryAttempt[];
}

/** Secrets of an endpoint. The older ones are valid until a time in epoch milliseconds. */
export interface EndpointSecrets {
  current: string;
  previous: { readonly secret: string; readonly until: number }[];
}

/** A stored answer of an idempotency key. */
export interface StoredAnswer {
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What a payment method's card does, which the API does not show. */
export interface CardNotes {
  readonly number: string;
  /** The cardholder has authenticated it with 3-D Secure. */
  authenticated: boolean;
}

/** What the rules remember of a subscription. */
export interface SubscriptionNotes {
  /** Lines of the next invoice. */
  pending: InvoiceLine[];
  /** `trial_will_end` was published. */
  reminded: boolean;
  /** When an unconfirmed payment counts as failed, in seconds. Payments that need 3-D Secure are not retried. */
  giveUpAt: number | null;
}

/** What a checkout session will create. */
export interface CheckoutNotes {
  readonly items: readonly { readonly price: string; readonly quantity: number }[];
  readonly trialDays: number | null;
  /** Seconds since the epoch. */
  readonly trialEnd: number | null;
  readonly metadata: Metadata;
  readonly missingPaymentMethod: MissingPaymentMethod;
  readonly description: string | null;
}

/** How the local Stripe's dashboard settings are set. */
export interface StripeSettings {
  /** What happens to a subscription when every retry of its payment has failed. */
  afterRetries: 'cancel' | 'unpaid' | 'past_due';
  /** How the portal cancels at the end of the period: subscriptions in flexible billing mode may use either. */
  portalCancelsBy: 'cancel_at_period_end' | 'cancel_at';
  /** The header of the hosted pages. */
  openerPolicy: 'none' | 'same-origin' | 'same-origin-allow-popups';
}

/** Everything that survives a restart. */
export interface StripeState {
  readonly version: 1;
  readonly apiKey: string;
  /** Every object by ID, oldest first. */
  readonly objects: Map<string, StripeObject>;
  readonly cards: Map<string, CardNotes>;
  readonly notes: Map<string, SubscriptionNotes>;
  readonly checkouts: Map<string, CheckoutNotes>;
  readonly secrets: Map<string, EndpointSecrets>;
  readonly answers: Map<string, StoredAnswer>;
  readonly deliveries: Map<string, Delivery>;
  readonly settings: StripeSettings;
  /** Seconds that this Stripe's time is ahead of the clock. */
  offset: number;
  /** Number of the last invoice. */
  invoices: number;
}

/** A new state with a random key. */
export const emptyState = (): StripeState => ({
  version: 1,
  apiKey: `sk_test_${randomBytes(24).toString('hex')}`,
  objects: new Map(),
  cards: new Map(),
  notes: new Map(),
  checkouts: new Map(),
  secrets: new Map(),
  answers: new Map(),
  deliveries: new Map(),
  settings: { afterRetries: 'cancel', portalCancelsBy: 'cancel_at_period_end', openerPolicy: 'none' },
  offset: 0,
  invoices: 0,
});

const MAPS = ['objects', 'cards', 'notes', 'checkouts', 'secrets', 'answers', 'deliveries'] as const;

const encode = (state: StripeState): string =>
  JSON.stringify({ ...state, ...Object.fromEntries(MAPS.map((name) => [name, [...state[name]]])) });

const decode = (text: string): StripeState => {
  const stored = JSON.parse(text) as Record<string, unknown>;
  for (const name of MAPS) stored[name] = new Map(stored[name] as [string, unknown][]);
  return stored as unknown as StripeState;
};

/** The file of the state. */
export interface StateFile {
  load(): Promise<StripeState | undefined>;
  /** Resolves when this state, or a newer one, is on disk. Calls during a write share the next one. */
  save(state: StripeState): Promise<void>;
}

/**
 * Stores the state in `<folder>/stripe.json`. A save replaces the whole file, so that a crash leaves either the old or
 * the new state. Only this account can read it, because it contains keys.
 */
export const createStateFile = (folder: string): StateFile => {
  const path = join(folder, 'stripe.json');
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    async load() {
      try {
        return decode(await readFile(path, 'utf8'));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw new Error(`The file of the local Stripe, ${path}, cannot be read. Repair or delete it.`, {
          cause: error,
        });
      }
    },
    save(state) {
      next ??= running.then(async () => {
        next = undefined;
        await mkdir(folder, { recursive: true });
        await writeFile(`${path}.new`, encode(state), { mode: 0o600 });
        await rename(`${path}.new`, path);
      });
      running = next.catch(() => undefined);
      return next;
    },
  };
};
