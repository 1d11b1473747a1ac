import { paymentPanel } from '../../console/payments.ts';
import { defineEngine } from '../../engine.ts';
import { listenNear, type RequestHandler } from '../../servers.ts';
import { createStripeEngine, type StripeEngine } from './engine.ts';

/** The local Stripe as other parts use it. It exists once the local cloud has started. */
export interface LocalStripe {
  /** Origin of the API and of the hosted pages, e.g. `http://127.0.0.1:4009`. */
  readonly apiUrl: string;
  /** The secret key of its account. */
  readonly apiKey: string;
  readonly engine: StripeEngine;
}

/** The server's port is this far from the site's, if that one is free. */
const PORT_DISTANCE = 9;

/** Stripe, on an origin of its own: browsers see its pages as another site's. */
export const stripeEngine = defineEngine({
  name: 'Stripe',
  faults: [
    {
      name: 'stripe',
      label: 'Payments (Stripe)',
      signingName: 'stripe',
      protocol: 'stripe',
      throttled: [
        'rate_limit',
        429,
        'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
      ],
      failing: ['api_error', 503, 'An unknown error occurred'],
    },
  ],
  create({ folder, clock, addresses, faults }) {
    const { promise: running, resolve } = Promise.withResolvers<StripeEngine>();
    let engine: StripeEngine | undefined;
    let close: (() => Promise<void>) | undefined;
    const current = (): StripeEngine => {
      if (!engine) throw new Error('The local Stripe has not started');
      return engine;
    };
    const handle: RequestHandler = async (request, response) => {
      const api = request.url?.startsWith('/v1/') ?? false;
      if (api && (await faults.interfere('stripe', request, response))) return;
      await (await running).handle(request, response);
    };
    const instance: LocalStripe = {
      get apiUrl() {
        return current().apiUrl;
      },
      get apiKey() {
        return current().apiKey;
      },
      get engine() {
        return current();
      },
    };
    return {
      instance,
      panels: [paymentPanel(() => engine)],
      async start() {
        const sitePort = Number(new URL(addresses.site).port);
        const server = await listenNear(handle, sitePort + PORT_DISTANCE);
        close = server.stop;
        engine = await createStripeEngine({
          dataDir: folder('stripe'),
          clock,
          origin: `http://127.0.0.1:${server.port}`,
        });
        engine.start();
        resolve(engine);
      },
      async stop() {
        await close?.();
        await engine?.stop();
      },
    };
  },
});
