/** While active, the browser asks for confirmation before the page is closed. */
export interface LeaveGuard {
  readonly set: (active: boolean) => void;
}

/** Creates the guard of this page. */
export const createLeaveGuard = (): LeaveGuard => {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  return {
    set: (active) => {
      if (active) window.addEventListener('beforeunload', ask);
      else window.removeEventListener('beforeunload', ask);
    },
  };
};
