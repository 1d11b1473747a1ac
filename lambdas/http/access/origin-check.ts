import { createHash } from 'node:crypto';
import { ORIGIN_HEADER } from '../../contract/origin.ts';

/** SHA-256 hashes, in hex, of the origin secrets that are accepted: the current one and the one before. */
export type OriginHashes = readonly string[];

/**
 * Whether a request came through the distribution, which alone knows the origin secret. Other callers could choose the
 * address that rate limits count, and would bypass the firewall. Functions know only hashes, so that reading their
 * configuration reveals nothing.
 */
export const isFromDistribution = (
  hashes: OriginHashes,
  headers: Readonly<Record<string, string | undefined>> | undefined,
): boolean => {
  // HTTP APIs pass names in lower case. WebSocket APIs pass them as they were sent.
  const [, secret] = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === ORIGIN_HEADER) ?? [];
  return secret !== undefined && hashes.includes(createHash('sha256').update(secret).digest('hex'));
};
