import { rejectUpgrade } from '../gateway/upgrade.ts';
import type { WebSocketGateway } from '../gateway/websocket-gateway.ts';
import { requestHead } from '../http.ts';
import type { UpgradeHandler } from '../servers.ts';
import type { Delivery } from './delivery.ts';

export interface ViewerUpgradeOptions {
  readonly delivery: Pick<Delivery, 'upgrade'>;
  readonly webSockets: Pick<WebSocketGateway, 'connect'>;
  /** What the start is still waiting for. */
  readonly awaited: () => readonly string[];
}

/** Routes a viewer's WebSocket upgrade through the distribution to its API, or responds to it. */
export const createViewerUpgrade =
  ({ delivery, webSockets, awaited }: ViewerUpgradeOptions): UpgradeHandler =>
  async (upgrade) => {
    if (awaited().length > 0) return rejectUpgrade(upgrade.socket, { status: 503, headers: { 'retry-after': '1' } });
    const target = delivery.upgrade({ ...requestHead(upgrade.request), body: Buffer.alloc(0) });
    return 'rejection' in target
      ? rejectUpgrade(upgrade.socket, target.rejection)
      : webSockets.connect(target.apiId, target.request, upgrade);
  };
