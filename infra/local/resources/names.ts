import { createHash } from 'node:crypto';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/service.ts';
import type { ResourceInput } from './types.ts';

/** A name for an unnamed resource: stable, and unique across stacks. */
export const physicalName = ({ stack, logicalId }: ResourceInput): string => `${stack.name}-${logicalId}`;

/** An ID in the style of AWS: letters and digits, stable across restarts. */
export const stableId = ({ stack, logicalId }: ResourceInput, length: number): string =>
  BigInt(`0x${createHash('sha256').update(`${stack.name}/${logicalId}`).digest('hex')}`)
    .toString(36)
    .slice(0, length);

/** An ARN of the local account. `global` services have no region. */
export const arnOf = (service: string, resource: string, global = false): string =>
  `arn:aws:${service}:${global ? '' : LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;
