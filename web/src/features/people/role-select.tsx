import { useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { Button } from '../../ui/actions/button.tsx';
import styles from './people.module.css';
import { peopleTexts as texts } from './texts.ts';

const ROLES = ['user', 'moderator', 'admin'] as const satisfies readonly Role[];

export interface RoleSelectProps {
  /** Name or email address of the user, for screen readers. */
  readonly label: string;
  readonly role: Role;
  /** ID of the hint about the keyboard. */
  readonly hintId: string;
  readonly onRole: (role: Role) => void;
  /** Shown next to the list, unless a role waits for confirmation. */
  readonly children: ReactNode;
}

/** Some browsers do not focus a clicked button: the list would lose focus, and the draft would be dropped. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

/**
 * The role of a user. A role chosen with the pointer is applied immediately. With the keyboard, a closed list reports
 * every role that is passed on the way to another, so the role is applied only by Enter or by the button that appears,
 * and dropped when the list loses focus.
 */
export const RoleSelect = ({ label, role, hintId, onRole, children }: RoleSelectProps) => {
  const select = useRef<HTMLSelectElement>(null);
  const byKeyboard = useRef(false);
  const [draft, setDraft] = useState<Role | null>(null);
  const chosen = draft !== null && draft !== role ? draft : null;
  const apply = (next: Role) => {
    setDraft(null);
    select.current?.focus();
    onRole(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    byKeyboard.current = true;
    if (chosen === null || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Enter') apply(chosen);
    else setDraft(null);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.parentElement?.contains(relatedTarget)) setDraft(null);
  };
  return (
    <div className={styles['controls']}>
      <select
        ref={select}
        className={styles['role']}
        aria-label={texts.roleOf(label)}
        aria-describedby={hintId}
        value={chosen ?? role}
        onPointerDown={() => (byKeyboard.current = false)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onChange={({ currentTarget }) => {
          const next = ROLES.find((value) => value === currentTarget.value);
          if (next === undefined) return;
          if (byKeyboard.current) setDraft(next);
          else if (next !== role) apply(next);
        }}
      >
        {ROLES.map((value) => (
          <option key={value} value={value}>
            {texts.roles[value]}
          </option>
        ))}
      </select>
      {chosen === null ? (
        children
      ) : (
        <Button
          aria-label={texts.changeRole.label(label, chosen)}
          onBlur={onBlur}
          onMouseDown={keepFocus}
          onClick={() => apply(chosen)}
        >
          {texts.changeRole.button}
        </Button>
      )}
    </div>
  );
};
