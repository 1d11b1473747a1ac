import { AppError } from '../../domain/app-error.ts';
import { rawRequestOf } from '../request/raw-request.ts';
import type { Route } from '../route.ts';
import type { Step } from '../state.ts';

/** Throws for a signed route without a verifier, so that the function does not start. */
export const requireVerifiers = (routes: readonly Route[]): void => {
  for (const { endpoint, verify } of routes)
    if (endpoint.auth === 'signature' && !verify)
      throw new Error(`${endpoint.method} ${endpoint.path} has no signature verifier`);
};

/** Throws `signature_invalid` for a signed route's request without a valid signature, before any data is read. */
export const verifySignature = (): Step => ({
  async before({ event, internal }) {
    const { route } = internal;
    if (!route || route.endpoint.auth !== 'signature') return;
    const raw = rawRequestOf(event);
    if (!(await route.verify?.(raw))) throw new AppError('signature_invalid');
    internal.raw = raw;
  },
});
