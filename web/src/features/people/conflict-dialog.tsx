import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Comparison } from '../../ui/layout/comparison.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';
import { nameOf, type PersonChange, type PersonConflict } from './use-change-person.ts';

const texts = peopleTexts.conflict;

const fields = [
  { key: 'role', label: texts.role, of: ({ role }: PersonView) => peopleTexts.roles[role] },
  {
    key: 'status',
    label: peopleTexts.status,
    of: ({ disabled }: PersonView) => (disabled ? peopleTexts.disabled : peopleTexts.active),
  },
];

const keepText = (change: PersonChange): string => {
  if ('role' in change) return texts.keepRole(change.role);
  return change.disabled ? texts.keepDisabled : texts.keepEnabled;
};

export interface ConflictDialogProps {
  readonly conflict: PersonConflict;
  readonly onLeave: () => void;
  /** Apply the change to the current version of the user. */
  readonly onKeep: () => void;
}

/** Someone else changed the user first: compares both versions and asks whether to apply the change anyway. */
export const ConflictDialog = ({ conflict: { change, now }, onLeave, onKeep }: ConflictDialogProps) => (
  <Dialog open onOpenChange={onLeave} title={texts.title} description={texts.text(nameOf(now))}>
    <div className={styles['conflict']}>
      <Comparison
        caption={texts.table}
        heads={[texts.field, texts.seen, texts.now]}
        fields={fields
          .map(({ key, label, of }) => ({ key, label, sides: [of(change.person), of(now)] as const }))
          .filter(({ sides: [seen, current] }) => seen !== current)}
      />
      <div className={styles['actions']}>
        <Button variant="secondary" onClick={onLeave}>
          {texts.leave}
        </Button>
        <Button variant={'disabled' in change && change.disabled ? 'danger' : 'primary'} onClick={onKeep}>
          {keepText(change)}
        </Button>
      </div>
    </div>
  </Dialog>
);
