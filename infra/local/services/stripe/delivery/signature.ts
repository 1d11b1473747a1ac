import { createHmac } from 'node:crypto';
import type { EndpointSecrets } from '../state.ts';

const mac = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

/** The secrets that sign now, the current one first. `now` is in epoch milliseconds. */
export const validSecrets = ({ current, previous }: EndpointSecrets, now: number): readonly string[] => [
  current,
  ...previous.filter(({ until }) => until > now).map(({ secret }) => secret),
];

/** The `Stripe-Signature` header: one `v1` for each secret. */
export const signatureHeader = (body: string, secrets: readonly string[], seconds: number, scheme = 'v1'): string =>
  [`t=${seconds}`, ...secrets.map((secret) => `${scheme}=${mac(secret, seconds, body)}`)].join(',');
