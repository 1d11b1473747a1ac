import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { peopleTexts } from './texts.ts';
import type { PersonChange, PersonConflict } from './use-change-person.ts';

const texts = peopleTexts.ownRole;

/** A change that the user is asked to confirm. */
export type PersonQuestion =
  | { readonly kind: 'state'; readonly person: PersonView }
  | { readonly kind: 'own-role'; readonly person: PersonView; readonly role: Role };

export interface PersonDialogsProps {
  readonly question: PersonQuestion | null;
  readonly conflict: PersonConflict | null;
  readonly onChange: (change: PersonChange) => void;
  /** The question was answered or canceled. */
  readonly onAnswered: () => void;
  readonly onConflictSettled: () => void;
}

/** Asks before an account is disabled or enabled, before users change their own role, and how to resolve a conflict. */
export const PersonDialogs = ({ question, conflict, onChange, onAnswered, onConflictSettled }: PersonDialogsProps) => {
  const ownRole = question?.kind === 'own-role' ? question : null;
  return (
    <>
      {question?.kind === 'state' && (
        <ReasonDialog
          person={question.person}
          onClose={onAnswered}
          onConfirm={(reason) => {
            onChange({ person: question.person, disabled: !question.person.disabled, reason });
            onAnswered();
          }}
        />
      )}
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onLeave={onConflictSettled}
          onKeep={() => {
            onChange({ ...conflict.change, person: conflict.now });
            onConflictSettled();
          }}
        />
      )}
      <ConfirmDialog
        open={ownRole !== null}
        onOpenChange={onAnswered}
        title={texts.title}
        description={texts.text(ownRole?.role ?? 'user')}
        action={texts.action}
        dangerous
        onConfirm={() => {
          if (ownRole) onChange({ person: ownRole.person, role: ownRole.role });
          onAnswered();
        }}
      />
    </>
  );
};
