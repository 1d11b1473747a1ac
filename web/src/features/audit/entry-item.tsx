import { Filter } from 'lucide-react';
import type { AuditView } from '../../../../lambdas/contract/admin/admin-audit.ts';
import { roleNames } from '../../core/auth/role-names.ts';
import { formatMoment } from '../../lib/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Comparison } from '../../ui/layout/comparison.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import styles from './audit.module.css';
import { changesOf, type Change, type ValueLine } from './changes.ts';
import { actionText, auditTexts as texts } from './texts.ts';

/** One side of a change, with the lines that differ marked. */
const Side = ({
  lines,
  mark: Mark,
}: {
  readonly lines: readonly ValueLine[] | undefined;
  readonly mark: 'del' | 'ins';
}) => {
  const shown = lines?.map(({ text, differs }) =>
    differs && text !== texts.nothing ? <Mark key={text}>{text}</Mark> : text,
  );
  if (shown === undefined || shown.length < 2) return shown ?? null;
  return (
    <ul className={styles['lines']}>
      {shown.map((line, index) => (
        // A line can occur twice, and entries never change, so the index is a stable key.
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
};

const Changes = ({ changes }: { readonly changes: readonly Change[] }) => (
  <div className={styles['tableFrame']}>
    <Comparison
      caption={texts.changesTable}
      heads={[texts.field, texts.before, texts.after]}
      fields={changes.map(({ field, before, after }) => ({
        key: field,
        label: field,
        sides: [<Side lines={before} mark="del" />, <Side lines={after} mark="ins" />],
      }))}
    />
  </div>
);

export interface EntryItemProps {
  readonly entry: AuditView;
  readonly onActor: () => void;
  readonly onTarget: () => void;
}

/** One audit log entry: the action, the user, the resource, and the time, with the changes in its details. */
export const EntryItem = ({ entry, onActor, onTarget }: EntryItemProps) => {
  const name = entry.actor_name ?? texts.unknownPerson;
  const changes = changesOf(entry);
  return (
    <li className={styles['entry']}>
      <div className={styles['what']}>
        <strong>{actionText(entry.action)}</strong>
        <span className={styles['target']}>
          {entry.target_name !== null && <span>{entry.target_name}</span>}
          <IconButton label={texts.onlyTarget(entry.target_name ?? entry.target_id)} onClick={onTarget}>
            <Filter aria-hidden size={14} />
          </IconButton>
        </span>
      </div>
      <div className={styles['who']}>
        <span>{name}</span>
        <Badge tone="outline">{roleNames[entry.actor_role]}</Badge>
        <IconButton label={texts.onlyActor(name)} onClick={onActor}>
          <Filter aria-hidden size={14} />
        </IconButton>
      </div>
      <time className={styles['when']} dateTime={entry.at}>
        {formatMoment(entry.at)}
      </time>
      {entry.reason !== null && (
        <p className={styles['reason']}>
          {texts.reason}: {entry.reason}
        </p>
      )}
      <details className={styles['details']}>
        <summary>
          {texts.details}
          {changes.length > 0 && `: ${texts.changes(changes.length)}`}
        </summary>
        {changes.length > 0 && <Changes changes={changes} />}
        <p className={styles['request']}>
          {texts.identifiers(texts.targets[entry.target_type], entry.target_id, entry.request_id)}
        </p>
      </details>
    </li>
  );
};
