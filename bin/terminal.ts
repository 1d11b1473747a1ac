/** A line that grows while something is being done. */
export interface GrowingLine {
  /** Adds a step. */
  step(text: string): void;
}

/** The one writer of a running stack, so that a line which grows is never torn by another one. */
export interface Terminal {
  line(text: string): void;
  /** To standard error. */
  error(text: string): void;
  /**
   * Begins a line that steps are added to: ` <name>: one, two, three`. Its name is said again where another line came
   * between.
   */
  growing(name: string): GrowingLine;
}

/** Makes the writer over two streams. */
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
