import { Button } from '@/ui/button';
import { useEditor, useSession } from '../draft/session-context';
import { changeSweep } from './sweep-store';

/** Says which batch the plan was filled with, and offers the plan before. */
export function ReopenedNote() {
  const session = useSession();
  const reopened = useEditor(({ sweep }) => sweep?.reopened ?? null);
  if (reopened === null) return null;
  if (reopened === 'missing') {
    return (
      <p role="alert" className="rounded-lg bg-warn-soft px-3 py-2.5">
        This browser no longer has the batch, so its axes could not be filled in.
      </p>
    );
  }
  const { title, isDraftChanged, previous } = reopened;
  return (
    <div role="status" className="flex flex-col items-start gap-2 rounded-lg bg-raised px-3 py-2.5">
      <p className="wrap-anywhere">
        Filled with the values of “{title}”.
        {isDraftChanged ? ' The draft has changed since: new jobs use its inputs as they are now.' : null}
        {previous ? ' They replaced the plan that was kept here.' : null}
      </p>
      {previous ? (
        <Button
          size="sm"
          onClick={() => {
            changeSweep(session.state.draft.id, () => previous);
            session.store.setState(({ sweep }) => ({ sweep: sweep && { ...sweep, reopened: null } }));
          }}
        >
          Restore the previous plan
        </Button>
      ) : null}
    </div>
  );
}
