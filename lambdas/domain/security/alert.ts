import * as z from 'zod/mini';
import { AlertLabel, SecurityAlert } from '../../contract/admin/security-alerts.ts';
import { Timestamp, UserId } from '../../contract/shared.ts';

/** An administrator's act on an alert, as it is stored: names are read when it is shown. */
const Act = z.object({ by: UserId, at: Timestamp });

/** A security alert as it is stored. Its readers see it with the current names of users. */
export const StoredAlert = z.extend(z.omit(SecurityAlert, { user_name: true }), {
  acknowledged: z.nullable(z.extend(Act, { reason: z.string() })),
  label: z.nullable(z.extend(Act, { value: AlertLabel })),
  /** Raised by each change, also by those of the detector. */
  version: z.number(),
});
export type StoredAlert = z.infer<typeof StoredAlert>;
