import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { peopleTexts } from './texts.ts';
import { nameOf, type PersonChange, type PersonConflict } from './use-change-person.ts';

const { ownRole, raiseRole, sendReset } = peopleTexts;

/** A change that the user is asked to confirm. */
export type PersonQuestion =
  | { readonly kind: 'state' | 'reset' | 'hold' | 'password'; readonly person: PersonView }
  | { readonly kind: 'own-role' | 'raise-role'; readonly person: PersonView; readonly role: Role };

/** The roles, from the fewest rights to the most. */
const RANKS = ['user', 'moderator', 'admin'] as const satisfies readonly Role[];

/** The question to ask before a user gets a role; null if the change takes effect immediately. */
export const questionOf = (person: PersonView, role: Role, isSelf: boolean): PersonQuestion | null => {
  if (isSelf) return { kind: 'own-role', person, role };
  return RANKS.indexOf(role) > RANKS.indexOf(person.role) ? { kind: 'raise-role', person, role } : null;
};

export interface PersonDialogsProps {
  readonly question: PersonQuestion | null;
  readonly conflict: PersonConflict | null;
  readonly onChange: (change: PersonChange) => void;
  /** Sets a legal hold on the data of a user. */
  readonly onHold: (person: PersonView, reason: string) => void;
  /** Removes the lost second factor of a user. */
  readonly onReset: (person: PersonView, reason: string) => void;
  /** Sends a user a password reset. */
  readonly onSendReset: (person: PersonView) => void;
  /** The question was answered or canceled. */
  readonly onAnswered: () => void;
  readonly onConflictSettled: () => void;
}

/**
 * Asks before an account is disabled or enabled, before its data is put under a legal hold, before its second factor or
 * password is reset, before users change their own role or give someone more rights, and how to resolve a conflict.
 */
export const PersonDialogs = ({
  question,
  conflict,
  onChange,
  onHold,
  onReset,
  onSendReset,
  onAnswered,
  onConflictSettled,
}: PersonDialogsProps) => {
  const roleQuestion = question && 'role' in question ? question : null;
  const isOwn = roleQuestion?.kind === 'own-role';
  return (
    <>
      {question?.kind === 'state' && (
        <ReasonDialog
          person={question.person}
          texts={question.person.disabled ? peopleTexts.enable : peopleTexts.disable}
          dangerous={!question.person.disabled}
          onClose={onAnswered}
          onConfirm={(reason) => {
            onChange({ person: question.person, disabled: !question.person.disabled, reason });
            onAnswered();
          }}
        />
      )}
      {(question?.kind === 'reset' || question?.kind === 'hold') && (
        <ReasonDialog
          person={question.person}
          texts={question.kind === 'hold' ? peopleTexts.hold : peopleTexts.resetFactor}
          dangerous={question.kind === 'reset'}
          onClose={onAnswered}
          onConfirm={(reason) => {
            (question.kind === 'hold' ? onHold : onReset)(question.person, reason);
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
      {roleQuestion && (
        <ConfirmDialog
          open
          onOpenChange={onAnswered}
          title={isOwn ? ownRole.title : raiseRole.title(nameOf(roleQuestion.person), roleQuestion.role)}
          description={isOwn ? ownRole.text(roleQuestion.role) : raiseRole.text(roleQuestion.role)}
          action={isOwn ? ownRole.action : raiseRole.action(roleQuestion.role)}
          dangerous={isOwn}
          onConfirm={() => {
            onChange({ person: roleQuestion.person, role: roleQuestion.role });
            onAnswered();
          }}
        />
      )}
      {question?.kind === 'password' && (
        <ConfirmDialog
          open
          onOpenChange={onAnswered}
          title={sendReset.title(nameOf(question.person))}
          description={sendReset.text}
          action={sendReset.button}
          onConfirm={() => {
            onSendReset(question.person);
            onAnswered();
          }}
        />
      )}
    </>
  );
};
