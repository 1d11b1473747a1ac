import { z } from 'zod';
import type { Routes } from './router.ts';

const noBody = z.strictObject({});

/** Writes the distribution's log at once. Otherwise, this happens every five minutes. */
export const deliveryLogRoutes = (writer: { flush(): Promise<void> }): Routes => ({
  'POST delivery-log': async ({ body }) => {
    await body(noBody);
    await writer.flush();
    return { written: true };
  },
});
