/** While held, the browser asks before the page is left. */
export interface LeaveGuard {
  readonly set: (held: boolean) => void;
}

/** Makes the guard of this page. */
export const createLeaveGuard = (): LeaveGuard => {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  return {
    set: (held) => {
      if (held) window.addEventListener('beforeunload', ask);
      else window.removeEventListener('beforeunload', ask);
    },
  };
};
