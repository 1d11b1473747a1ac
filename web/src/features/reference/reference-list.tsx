import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { referenceQuery } from './api.ts';
import type { ReferenceCall } from './read-document.ts';
import styles from './reference-list.module.css';
import { referenceTexts } from './texts.ts';

const Call = ({ call }: { readonly call: ReferenceCall }) => (
  <details className={styles['call']}>
    <summary>
      <span className={styles['method']}>{call.method}</span>
      <code className={styles['path']}>
        {call.path.split(/(?<=\/)(?=.)/).map((part, index) => (
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </code>
      <span className={styles['summary']}>{call.summary}</span>
      <span className={styles['access']}>{referenceTexts.access[call.access]}</span>
    </summary>
    <div className={styles['body']}>
      <h4>{referenceTexts.fields}</h4>
      {call.fields.length === 0 ? (
        <p>{referenceTexts.noFields}</p>
      ) : (
        <ul>
          {call.fields.map(({ name, place, kind, required }) => (
            <li key={`${place} ${name}`}>
              <code>{name}</code> · {referenceTexts.places[place]} · {kind}
              {required && ` · ${referenceTexts.required}`}
            </li>
          ))}
        </ul>
      )}
      <h4>{referenceTexts.responses}</h4>
      <ul>
        {call.responses.map(({ status, codes }) => (
          <li key={status}>
            <code>{status}</code> · {codes.length === 0 ? referenceTexts.success : codes.join(', ')}
          </li>
        ))}
      </ul>
    </div>
  </details>
);

/** All endpoints of the API, in groups. */
export const ReferenceList = () => {
  const { data: groups, error, refetch } = useQuery(referenceQuery(useApi()));
  if (error && !groups) return <ErrorState message={referenceTexts.failed} onRetry={() => void refetch()} />;
  if (!groups) return <LoadingState label={referenceTexts.loading} />;
  return (
    <>
      <nav aria-label={referenceTexts.endpoints}>
        <ul className={styles['index']}>
          {groups.map(({ name, calls }) => (
            <li key={name}>
              <a href={`#api-${name}`}>{name}</a> <span>{calls.length}</span>
            </li>
          ))}
        </ul>
      </nav>
      {groups.map(({ name, calls }) => (
        <section key={name} aria-labelledby={`api-${name}`}>
          <h3 id={`api-${name}`} className={styles['group']}>
            {name}
          </h3>
          {calls.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </section>
      ))}
    </>
  );
};
