import type { StripeAccount } from '../account.ts';
import { type Html, page } from './html.ts';

/** The response of a page. */
export type PageAnswer =
  | { readonly kind: 'page'; readonly status: number; readonly body: string; readonly formTargets: readonly string[] }
  | { readonly kind: 'redirect'; readonly to: string };

/** A page. Its forms may lead to `targets`, because browsers check where a form's redirect ends. */
export const show = (
  title: string,
  content: Html,
  targets: readonly (string | null)[] = [],
  status = 200,
): PageAnswer => ({
  kind: 'page',
  status,
  body: page(title, content),
  formTargets: targets.flatMap((target) => (target === null ? [] : [new URL(target).origin])),
});

export const redirect = (to: string): PageAnswer => ({ kind: 'redirect', to });

/** One call of a page. */
export interface PageCall {
  readonly account: StripeAccount;
  readonly id: string;
  /** Path after the ID, e.g. `authenticate`. */
  readonly action: string;
  readonly query: URLSearchParams;
  /** Fields of a POST; undefined for GET. */
  readonly form: URLSearchParams | undefined;
}
