import { useQuery } from '@tanstack/react-query';
import type {
  ErasureReceipt,
  UserDataRequestDetails,
} from '../../../../lambdas/contract/admin/data-request-details.ts';
import type { UserDataRequest } from '../../../../lambdas/contract/people/data-requests.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { formatLongDate, formatZonedTime } from '../../lib/format.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { requestQuery } from './api.ts';
import styles from './data-requests.module.css';
import { requestDetailTexts as texts } from './texts.ts';

const Receipt = ({ receipt: { lines, exceptions } }: { readonly receipt: ErasureReceipt }) => (
  <>
    <h3>{texts.removed}</h3>
    <ul>
      {lines.map(({ store, what, count, action }) => (
        <li key={`${store} ${what} ${action}`}>{texts.line(store, what, count, action)}</li>
      ))}
    </ul>
    <h3>{texts.kept}</h3>
    <ul>
      {exceptions.map(({ what, reason, until }) => (
        <li key={what}>
          {what} ({until === null ? texts.withoutEnd : texts.until(formatLongDate(until))}). {reason}
        </li>
      ))}
    </ul>
  </>
);

const Facts = ({ details }: { readonly details: UserDataRequestDetails }) => {
  const { cause, asked_by: by, completed_at: end, step, failure, receipt, receipt_mailed: mailed } = details;
  return (
    <>
      <p>{cause === null ? texts.askedBy[by] : texts.causes[cause]}</p>
      {end !== null && <p>{texts.completed(formatZonedTime(end))}</p>}
      {step !== null && <p>{texts.step(step)}</p>}
      {failure !== null && (
        <Notice tone="danger" title={texts.failedAt(formatZonedTime(failure.at))}>
          <p>{texts.failure(details.request_type, step, details.held_since !== null, failure.error)}</p>
        </Notice>
      )}
      {receipt ? <Receipt receipt={receipt} /> : <p>{texts.noReceipt(details.request_type, details.status)}</p>}
      {mailed === false && <p>{texts.notMailed}</p>}
    </>
  );
};

/** What administrators see of one request: who asked, its step, why it failed, and the receipt. */
export const RequestDetails = ({ request }: { readonly request: UserDataRequest }) => {
  const { data, error, refetch } = useQuery(requestQuery(useApi(), request));
  if (data)
    return (
      <div className={styles['details']}>
        <Facts details={data} />
      </div>
    );
  return error ? (
    <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />
  ) : (
    <LoadingState label={texts.loading} />
  );
};
