import { useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { Button } from '../../ui/actions/button.tsx';
import styles from './people.module.css';
import { peopleTexts as texts } from './texts.ts';

const ROLES = ['user', 'moderator', 'admin'] as const satisfies readonly Role[];

export interface RoleSelectProps {
  /** Who has the role, so that people are told apart. */
  readonly called: string;
  readonly role: Role;
  /** Id of what says how the keys work. */
  readonly hintId: string;
  readonly onRole: (role: Role) => void;
  /** What stands beside it, unless a role waits to be confirmed. */
  readonly children: ReactNode;
}

/** Not every browser moves the focus to a button that is pressed: the list would be left, and the draft with it. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

/**
 * The role of a person. What the pointer chooses is given at once. By the keys people pass roles on their way to
 * another, and closed lists tell each as a choice: there it waits for Enter, or for the button that appears, and is
 * dropped when they leave.
 */
export const RoleSelect = ({ called, role, hintId, onRole, children }: RoleSelectProps) => {
  const select = useRef<HTMLSelectElement>(null);
  const byKeys = useRef(false);
  const [draft, setDraft] = useState<Role | null>(null);
  const chosen = draft !== null && draft !== role ? draft : null;
  const give = (next: Role) => {
    setDraft(null);
    select.current?.focus();
    onRole(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    byKeys.current = true;
    if (chosen === null || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Enter') give(chosen);
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
        aria-label={texts.roleOf(called)}
        aria-describedby={hintId}
        value={chosen ?? role}
        onPointerDown={() => (byKeys.current = false)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onChange={({ currentTarget }) => {
          const next = ROLES.find((value) => value === currentTarget.value);
          if (next === undefined) return;
          if (byKeys.current) setDraft(next);
          else if (next !== role) give(next);
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
          aria-label={texts.changeRole.label(called, chosen)}
          onBlur={onBlur}
          onMouseDown={keepFocus}
          onClick={() => give(chosen)}
        >
          {texts.changeRole.button}
        </Button>
      )}
    </div>
  );
};
