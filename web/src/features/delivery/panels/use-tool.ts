import { useMutation } from '@tanstack/react-query';
import { useToast } from '../../../core/toast/toast-context.tsx';

export interface ToolOptions<Result> {
  /** Title of the toast after a failure. */
  readonly failed: string;
  /** Why a result is a failure; undefined when it is none. */
  readonly problemOf?: (result: Result) => string | undefined;
}

/** Runs a tool when a button is pressed. Its result stays until the next run; a failure is shown in a toast. */
export const useTool = <Result, Input = void>(
  run: (input: Input) => Promise<Result>,
  { failed, problemOf }: ToolOptions<Result>,
) => {
  const { show } = useToast();
  const fail = (description: string) => show({ title: failed, description, variant: 'destructive' });
  return useMutation({
    mutationFn: run,
    onSuccess: (result) => {
      const problem = problemOf?.(result);
      if (problem !== undefined) fail(problem);
    },
    onError: ({ message }) => {
      fail(message);
    },
  });
};
