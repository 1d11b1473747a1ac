import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { hasPlace, withoutPart, type ConsentedPart } from '../../domain/security/tokens/trust.ts';
import { onConditionFailed } from '../table/errors.ts';
import type { ItemKey } from '../table/entity.ts';
import type { Table } from '../table/table.ts';
import { smartTokenEntity } from './smart-token-entity.ts';

/**
 * Removes a part of the trust of a stored token (for CN5), and computes the trust and the level again without it.
 * Nothing happens to a token without that part, and to one that has expired meanwhile. The index may show an older
 * trust, so it is read again.
 */
export const forgetTrustPart = (table: Table, { pk, sk }: ItemKey, part: ConsentedPart): Promise<void> =>
  optimistic<undefined>(async () => {
    const item = await table.get({ pk, sk }, { consistent: true });
    const token = item && smartTokenEntity.parse(item);
    const trust = token && withoutPart(token.trust, part);
    if (!token || !trust) return undefined;
    const written = table.update(
      { pk, sk },
      {
        set: {
          trust: trust.parts,
          device_trust_score: trust.score,
          security_level: trust.level,
          location_verified: hasPlace(trust.parts),
        },
      },
      { expression: '#trust = :before', names: { '#trust': 'trust' }, values: { ':before': token.trust } },
    );
    return onConditionFailed<undefined, typeof RETRY>(
      written.then(() => undefined),
      () => RETRY,
    );
  });
