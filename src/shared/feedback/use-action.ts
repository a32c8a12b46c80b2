import { useMutation } from '@tanstack/react-query';
import { runActionWith, type Action } from './action';

/** Like `runAction`, and tells whether it is in progress, and with what input. */
export function useAction<Result, Input = void>(action: Action<Input, Result>) {
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (input: Input) => runActionWith(action, input),
  });
  return { run: mutateAsync, isPending, input: isPending ? variables : undefined };
}
