import { AppError } from '../domain/app-error.ts';
import { rawRequestOf } from './raw-request.ts';
import type { Route } from './route.ts';
import type { Step } from './state.ts';

/** Throws for a route whose requests must be signed and that nobody verifies: such a function must not start. */
export const requireVerifiers = (routes: readonly Route[]): void => {
  for (const { endpoint, verify } of routes)
    if (endpoint.auth === 'signature' && !verify)
      throw new Error(`${endpoint.method} ${endpoint.path} has no signature verifier`);
};

/** Refuses an unsigned request of a signed route as `signature_invalid`, before anything is read or parsed. */
export const verifySignature = (): Step => ({
  async before({ event, internal }) {
    const { route } = internal;
    if (!route || route.endpoint.auth !== 'signature') return;
    const raw = rawRequestOf(event);
    if (!(await route.verify?.(raw))) throw new AppError('signature_invalid');
    internal.raw = raw;
  },
});
