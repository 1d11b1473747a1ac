/**
 * Whether a field for a date or time contains something else, such as a day without a year. The value of the field is
 * empty then, like that of a field that was left blank.
 */
export const isIncomplete = (field: HTMLInputElement | null): boolean => field?.validity.badInput === true;

/** `isIncomplete` of a field in a form whose rules know only values. `attach` is the ref of the field. */
export const createDateCheck = () => {
  let field: HTMLInputElement | null = null;
  return {
    attach: (element: HTMLInputElement | null): void => {
      field = element;
    },
    isIncomplete: (): boolean => isIncomplete(field),
  };
};
