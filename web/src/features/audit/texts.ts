import type { AuditTarget } from '../../../../lambdas/contract/admin/audit.ts';

/** What was done, for people. An act that is not named here is shown by its own words. */
const actions: Readonly<Record<string, string>> = {
  'category.created': 'Category created',
  'category.renamed': 'Category renamed',
  'category.deleted': 'Category deleted',
  'content.captions-attached': 'Captions attached',
  'content.captions-removed': 'Captions removed',
  'content.conversion-restarted': 'Conversion restarted',
  'content.created': 'Content created',
  'content.deleted': 'Content deleted',
  'content.edited': 'Content edited',
  'content.playlists-requested': 'Playlists written again',
  'content.published': 'Content published',
  'content.replacement-begun': 'Replacement of the file begun',
  'content.unpublished': 'Content unpublished',
  'content.upload-discarded': 'Upload discarded',
  'creator.created': 'Creator created',
  'creator.deleted': 'Creator deleted',
  'creator.edited': 'Creator edited',
  'job.started': 'Bulk job started',
  'job.undone': 'Bulk job undone',
  'settings.changed': 'Settings changed',
  'user.created': 'User created',
  'user.disabled': 'User disabled',
  'user.enabled': 'User enabled',
  'user.role-assigned': 'Role assigned',
  'user.role-removed': 'Role removed',
};

const targets: Readonly<Record<AuditTarget, string>> = {
  user: 'User',
  content: 'Content',
  category: 'Category',
  creator: 'Creator',
  settings: 'Settings',
  job: 'Bulk job',
};

/** Texts of the audit log. */
export const auditTexts = {
  title: 'Audit Log',
  lead: 'What administrators and moderators did, newest first. Entries are sealed every minute; nobody can change or remove one unnoticed.',
  list: 'Entries',
  loading: 'Loading the audit log …',
  loadFailed: 'The audit log could not be loaded.',
  empty: 'Nothing has been noted yet.',
  emptyFiltered: 'No entry matches these filters.',
  emptySoFar: 'No entry matches these filters among the newest. There are older ones.',
  loadMore: 'Show more',
  loadMoreFailed: 'The next entries could not be loaded.',
  filters: 'Filters',
  narrow: (count: number) => (count === 0 ? 'Narrow the log down' : `Narrowed down (${count})`),
  actor: 'Who',
  anybody: 'Anybody',
  action: 'What',
  anything: 'Anything',
  target: 'Of what',
  anyTarget: 'Of anything',
  targetId: 'Id',
  from: 'From',
  to: 'Until',
  clear: 'Clear Filters',
  onlyActor: (name: string) => `Only what ${name} did`,
  onlyTarget: (name: string) => `Only what was done to ${name}`,
  unknownPerson: 'Somebody who is gone',
  reason: 'Reason',
  details: 'Details',
  changes: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  field: 'Field',
  before: 'Before',
  after: 'After',
  changesTable: 'What changed',
  nothing: '(nothing)',
  yes: 'yes',
  no: 'no',
  place: (target: string, id: string, request: string) => `${target} ${id} · request ${request}`,
  export: 'Export CSV',
  exporting: (count: number) => `Exporting … ${count}`,
  exported: (count: number) => `${count} entries exported`,
  exportFailed: 'The export failed',
  success: 'Success',
  error: 'Error',
  actions,
  targets,
} as const;

/** An act in words: `user.role-assigned` without a text of its own is shown as `User: role assigned`. */
export const actionText = (action: string): string => {
  const own = actions[action];
  if (own !== undefined) return own;
  const [target = '', what = ''] = action.split('.');
  return `${targets[target as AuditTarget] ?? target}: ${what.replaceAll('-', ' ')}`;
};
