import type { LeaveGuard } from '../../../lib/leave-guard.ts';
import { createStore } from '../../../lib/store.ts';
import { needsPage, type UploadJob } from './upload-job.ts';

/** The upload jobs of a page, in order. */
export interface JobList {
  readonly get: () => readonly UploadJob[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (jobs: readonly UploadJob[]) => void;
  readonly find: (id: string) => UploadJob | undefined;
  readonly update: (id: string, fields: Partial<UploadJob>) => void;
  readonly remove: (ids: readonly string[]) => void;
}

/** Creates an empty list. The leave guard is on while a job needs the page. */
export const createJobList = (leaveGuard: LeaveGuard): JobList => {
  const store = createStore<readonly UploadJob[]>([]);
  const set = (jobs: readonly UploadJob[]) => {
    store.set(jobs);
    leaveGuard.set(jobs.some(needsPage));
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    set,
    find: (id) => store.get().find((job) => job.id === id),
    update: (id, fields) => set(store.get().map((job) => (job.id === id ? { ...job, ...fields } : job))),
    remove: (ids) => set(store.get().filter(({ id }) => !ids.includes(id))),
  };
};
