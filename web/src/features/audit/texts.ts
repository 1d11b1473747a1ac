import type { AuditTarget } from '../../../../lambdas/contract/admin/audit.ts';

/** Display names of audited actions. An action without an entry is shown by its identifier. */
const actions: Readonly<Record<string, string>> = {
  'category.created': 'Category created',
  'category.renamed': 'Category renamed',
  'category.deleted': 'Category deleted',
  'content.captions-attached': 'Captions added',
  'content.captions-removed': 'Captions removed',
  'content.conversion-restarted': 'Conversion restarted',
  'content.created': 'Content created',
  'content.deleted': 'Content deleted',
  'content.edited': 'Content edited',
  'content.step-requested': 'Processing step requested',
  'content.published': 'Content published',
  'content.replacement-begun': 'File replacement started',
  'content.unpublished': 'Content unpublished',
  'content.upload-discarded': 'Upload discarded',
  'creator.created': 'Creator created',
  'creator.deleted': 'Creator deleted',
  'creator.edited': 'Creator edited',
  'job.started': 'Bulk job started',
  'job.undone': 'Bulk job undone',
  'playlist.hidden': 'Playlist hidden',
  'playlist.reports-dismissed': 'Playlist reports dismissed',
  'playlist.shown': 'Playlist shown again',
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
  playlist: 'Playlist',
  job: 'Bulk job',
};

/** Texts of the audit log. */
export const auditTexts = {
  title: 'Audit Log',
  lead:
    'Administrator and moderator activity, newest first. ' +
    'Entries are sealed every minute, so tampering is detected.',
  list: 'Entries',
  loading: 'Loading audit log',
  loadFailed: 'Failed to load the audit log. Please try again.',
  empty: 'No activity yet',
  emptyFiltered: 'No entries match these filters',
  emptySoFar: 'No recent entries match these filters. Load more to search older entries.',
  loadMore: 'Load more',
  loadMoreFailed: 'Failed to load more entries. Please try again.',
  filters: 'Filters',
  narrow: (count: number) => (count === 0 ? 'Filter entries' : `Filter entries (${count})`),
  actor: 'User',
  anyActor: 'All users',
  action: 'Action',
  anyAction: 'All actions',
  target: 'Resource type',
  anyTarget: 'All types',
  targetId: 'Resource ID',
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  onlyActor: (name: string) => `Show only actions by ${name}`,
  onlyTarget: (name: string) => `Show only actions on ${name}`,
  unknownPerson: 'Deleted user',
  reason: 'Reason',
  details: 'Details',
  changes: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  field: 'Field',
  before: 'Before',
  after: 'After',
  changesTable: 'Changes',
  nothing: '(empty)',
  yes: 'Yes',
  no: 'No',
  identifiers: (target: string, id: string, request: string) => `${target} ID: ${id} · Request ID: ${request}`,
  export: 'Export CSV',
  exporting: (count: number) => `Exporting... (${count})`,
  exported: (count: number) => (count === 1 ? '1 entry exported' : `${count} entries exported`),
  exportFailed: 'Failed to export the audit log. Please try again.',
  success: 'Success',
  error: 'Error',
  actions,
  targets,
} as const;

/** The display name of an action. Without an entry, `user.role-assigned` is shown as `User: role assigned`. */
export const actionText = (action: string): string => {
  const name = actions[action];
  if (name !== undefined) return name;
  const [target = '', verb = ''] = action.split('.');
  return `${targets[target as AuditTarget] ?? target}: ${verb.replaceAll('-', ' ')}`;
};
