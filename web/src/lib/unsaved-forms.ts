/** The open forms of the page, in the order in which they opened among the dialogs. */

/** An open form. */
export interface OpenForm {
  /** Key of the history entry in which the form opened. */
  readonly entry: string;
  readonly hasChanges: () => boolean;
}

const forms = new Map<OpenForm, number>();
let turns = 0;

/** Marks a moment, such as the opening of a dialog: the forms of the dialog open after it. */
export const nextTurn = (): number => (turns += 1);

/** The browser asks before it reloads or closes the page. */
const onBeforeUnload = (event: BeforeUnloadEvent) => {
  if (hasUnsavedForm(() => true)) event.preventDefault();
};

/** Adds a form. Returns a function that removes it. */
export const addForm = (form: OpenForm): (() => void) => {
  // Only while forms are open: with the listener, some browsers do not keep the page for Back.
  if (forms.size === 0) window.addEventListener('beforeunload', onBeforeUnload);
  forms.set(form, nextTurn());
  return () => {
    forms.delete(form);
    if (forms.size === 0) window.removeEventListener('beforeunload', onBeforeUnload);
  };
};

/** Whether one of the forms that `counts` selects has unsaved changes. `turn` is the moment when it opened. */
export const hasUnsavedForm = (counts: (form: OpenForm, turn: number) => boolean): boolean =>
  [...forms].some(([form, turn]) => counts(form, turn) && form.hasChanges());

/** Whether a form that opened after a moment (`nextTurn`) has unsaved changes. */
export const hasUnsavedFormSince = (moment: number): boolean => hasUnsavedForm((_form, turn) => turn > moment);
