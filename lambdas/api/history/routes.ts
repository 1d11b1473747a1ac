import type { Route } from '../../http/route.ts';
import { clearHistory } from './clear-history.ts';
import { deleteEntry } from './delete-entry.ts';
import { getPosition } from './get-position.ts';
import { getQueue } from './get-queue.ts';
import { getSettings } from './get-settings.ts';
import { listHistory } from './list-history.ts';
import { listPositions } from './list-positions.ts';
import { recordHistory } from './record-history.ts';
import { savePosition } from './save-position.ts';
import { saveQueue } from './save-queue.ts';
import { updateSettings } from './update-settings.ts';
import type { HistoryDeps } from './deps.ts';

/** The feature's endpoints. */
export const historyRoutes = (deps: HistoryDeps): readonly Route[] => [
  listHistory(deps),
  recordHistory(deps),
  deleteEntry(deps),
  clearHistory(deps),
  getSettings(deps),
  updateSettings(deps),
  listPositions(deps),
  getPosition(deps),
  savePosition(deps),
  getQueue(deps),
  saveQueue(deps),
];
