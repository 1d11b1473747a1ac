/** A line to which steps are added as they complete. */
export interface GrowingLine {
  /** Adds a step. */
  step(text: string): void;
}

/** The only writer to the terminal of a running stack, so that no output interrupts an unfinished line. */
export interface Terminal {
  line(text: string): void;
  /** Writes to standard error. */
  error(text: string): void;
  /** Starts a line to which steps are added: ` <name>: one, two, three`. Repeats the name after other output. */
  growing(name: string): GrowingLine;
}

/** Creates a terminal on two streams. */
export const createTerminal = (out: (text: string) => unknown, err: (text: string) => unknown): Terminal => {
  let open: GrowingLine | undefined;
  const close = (): void => {
    if (open) out('\n');
    open = undefined;
  };
  return {
    line(text) {
      close();
      out(`${text}\n`);
    },
    error(text) {
      close();
      err(`${text}\n`);
    },
    growing(name) {
      const line: GrowingLine = {
        step(text) {
          if (open === line) {
            out(`, ${text}`);
            return;
          }
          close();
          out(`  ${name}: ${text}`);
          open = line;
        },
      };
      return line;
    },
  };
};
