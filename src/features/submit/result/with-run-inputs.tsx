import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { LazyJobInputs } from '@/shared/generation-inputs/lazy-job-inputs';
import { useEditor } from '../draft/session/session-context';
import type { DraftRun } from './draft-runs';

interface WithRunInputsProps {
  run: DraftRun;
  isOpen: boolean;
  children: ReactNode;
}

/** The result of a run, and what made it: beside it, or in its place in a narrow pane. */
export function WithRunInputs({ run: { surface, jobId }, isOpen, children }: WithRunInputsProps) {
  const title = useEditor(({ draft }) => draft.title);
  return (
    <div className="flex min-h-0 flex-1">
      <div className={classNames('flex min-h-0 min-w-0 flex-1 flex-col', isOpen && '@max-[56rem]:hidden')}>
        {children}
      </div>
      {isOpen ? (
        // Below the switch of the pane, which only a wide window has.
        <div className="flex min-h-0 w-full flex-col border-line @max-[56rem]:min-[1100px]:pt-11 @min-[56rem]:w-90 @min-[56rem]:shrink-0 @min-[56rem]:border-l @min-[90rem]:w-110">
          <LazyJobInputs key={`${surface.id}/${jobId}`} surface={surface} jobId={jobId} title={title} />
        </div>
      ) : null}
    </div>
  );
}
