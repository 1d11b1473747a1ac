import { endpoints, type EndpointKey } from '../../../../lambdas/contract/index.ts';
import type { LooseInput } from '../../../support/api.ts';
import { inputFieldsOf, type InputField } from '../../../support/attacks/hostile-fields.ts';
import type { Row } from '../../../support/rows/endpoint-rows.ts';

/** Endpoints that take only numbers and switches. */
export const TEXTLESS: ReadonlySet<EndpointKey> = new Set([
  'delivery-monitor.ai-cdn-optimizer',
  'delivery-monitor.list-hours',
  'history.get-queue',
  'history.update-settings',
  'plays.export-totals',
  'plays.get-quality',
  'plays.get-totals',
  'safety.update-policy',
  'security.set-settings',
  'sessions.record-place',
]);

/**
 * Endpoints about the caller's own record of an item, or jobs over items: a missing item is a valid result. So is the
 * report of a play, whose response says nothing.
 */
export const ACCEPT_UNKNOWN_IDS: ReadonlySet<EndpointKey> = new Set([
  'history.get-position',
  'history.delete-entry',
  'library.unlike-content',
  'library.remove-entry',
  'history.save-queue',
  'bulk.preview-job',
  'bulk.create-job',
  'delivery-tools.migrate-to-permanent-cdn',
  'delivery-tools.reset-cdn',
  'playback.record-quality',
]);

/**
 * Calls of an administrator that are not recorded: they change nothing that others see, or nothing in this test, or a
 * moderator already made the change.
 */
export const NOT_RECORDED: ReadonlySet<string> = new Set([
  'bulk.preview-job',
  // They only read, although functions of the specification are called with POST.
  'delivery-monitor.ai-cdn-optimizer',
  'delivery-monitor.cdn-health-monitor',
  'delivery-monitor.check-cdn-status',
  // Nothing differs from the template, and the rows' titles have no files.
  'delivery-tools.apply-cdn-fallback',
  'delivery-tools.configure-s3-cors-v2',
  'delivery-tools.diagnose-s3-access',
  'delivery-tools.fix-s3-public-access',
  'delivery-tools.intelligent-cors-manager',
  'delivery-tools.setup-cdn-for-existing',
  'delivery-tools.setup-cloudfront',
  'delivery-tools.setup-cloudfront-enterprise',
  'delivery-tools.test-aws-connection',
  // The rows' user has no second factor; the test of factors checks the record of a reset.
  'factors.reset-person',
  // The rows' phase waits for another one.
  'phases.advance-phase',
  // Requests what the schedule does, and changes nothing else.
  'phases.run-checks',
  'phases.update-phase',
  'safety.preview-policy',
  'safety.update-policy',
  'security.input-validator',
  // The rows' version and response are not stored.
  'security.set-settings',
  'security.undo-response',
  'conversion.aws-conversion-v3',
  'uploads.s3-upload-url (one PUT)',
  'uploads.s3-upload-url (create)',
  'uploads.s3-upload-url (sign)',
  'uploads.s3-upload-url (list)',
  'content.decide-waiting-file',
  'content.update-content (a review)',
  'settings.update-settings',
  'uploads.s3-upload-url (complete)',
]);

/** The call of a row without cursor and limit, which identifies a list. */
const listOf = ({ input: { params, query = {}, proof } }: Row): LooseInput => {
  const filters = Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'limit');
  return { ...(params ? { params } : {}), ...(proof ? { proof } : {}), query: Object.fromEntries(filters) };
};

/** One list of each endpoint that takes a cursor. */
export const pagedLists = (rows: readonly Row[]): readonly (readonly [EndpointKey, LooseInput])[] => [
  ...new Map(
    inputFieldsOf(rows)
      .filter(({ part, field }) => part === 'query' && field === 'cursor')
      .reverse()
      .map(({ row }) => [row.key, listOf(row)]),
  ).entries(),
];

/** One guarded row for each function and guard: a function verifies tokens itself where the gateway does not. */
export const guardedRows = (rows: readonly Row[]): readonly Row[] => [
  ...new Map(
    rows
      .filter(({ key }) => !['public', 'signature', 'token'].includes(endpoints[key].auth))
      .reverse()
      .map((row) => [`${row.key.split('.')[0]} ${endpoints[row.key].auth}`, row]),
  ).values(),
];

/** Fields of all rows, leaving out variants that differ only in their values. */
export const distinctFields = (rows: readonly Row[]): readonly InputField[] => [
  ...new Map(
    inputFieldsOf(rows).map((inputField) => {
      const { row, part, field } = inputField;
      return [`${row.key} ${Object.keys((row.input.body ?? {}) as object).join()} ${part} ${field}`, inputField];
    }),
  ).values(),
];
