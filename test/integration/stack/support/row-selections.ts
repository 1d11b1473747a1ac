import { endpoints, type EndpointKey } from '../../../../lambdas/contract/index.ts';
import type { LooseInput } from '../../../support/api.ts';
import { inputFieldsOf, type InputField } from '../../../support/attacks/hostile-fields.ts';
import type { Row } from '../../../support/rows/endpoint-rows.ts';

/** Endpoints that take only numbers and switches. */
export const TEXTLESS: ReadonlySet<EndpointKey> = new Set([
  'history.get-queue',
  'history.update-settings',
  'safety.update-policy',
  'security.set-settings',
  'sessions.record-place',
]);

/** Endpoints about the caller's own record of an item, or jobs over items: a missing item is a valid result. */
export const ACCEPT_UNKNOWN_IDS: ReadonlySet<EndpointKey> = new Set([
  'history.get-position',
  'history.delete-entry',
  'library.unlike-content',
  'library.remove-entry',
  'history.save-queue',
  'bulk.preview-job',
  'bulk.create-job',
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
