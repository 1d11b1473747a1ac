import { createHash } from 'node:crypto';
import { consentNotice } from '../../contract/people/consent-notice.ts';
import type { ConsentNotice } from '../../contract/people/consent.ts';

/** The notice with the hash of its text. */
export const currentNotice: ConsentNotice = {
  ...consentNotice,
  purposes: [...consentNotice.purposes],
  hash: createHash('sha256').update(JSON.stringify(consentNotice)).digest('hex'),
};
