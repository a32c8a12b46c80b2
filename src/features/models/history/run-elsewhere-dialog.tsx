import { Check } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ModelEntry } from '@contract/router/schemas';
import { useCatalog } from '@/api/models/use-catalog';
import type { Surface } from '@/api/surface';
import { formatCount, formatInteger } from '@/lib/format';
import { showToast } from '@/shared/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Skeleton } from '@/ui/skeleton';
import { TextInput } from '@/ui/text-input';
import { BillingChip } from '../billing-chip';
import { filterModels } from '../catalog/catalog-model';
import { startRun } from '../playground/start-run';

/** Each of them may cost something. */
const MAX_MODELS = 4;
const MAX_SHOWN = 60;
const KNOWS_NOTHING = { schemas: new Map<string, never>(), favourites: [], recent: [] };

interface RunElsewhereDialogProps {
  surface: Surface;
  /** The model that has run it already. */
  modelId: string;
  bodyText: string;
  onClose: () => void;
}

/** The same input on several models at once; their results are compared in the history. */
export function RunElsewhereDialog({ surface, modelId, bodyText, onClose }: RunElsewhereDialogProps) {
  const { models, isWalking, error } = useCatalog(surface);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly ModelEntry[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const found = useMemo(
    () => filterModels(models ?? [], { q: text.trim() || undefined }, KNOWS_NOTHING).filter(({ id }) => id !== modelId),
    [models, text, modelId],
  );
  const toggle = (model: ModelEntry) => {
    const others = chosen.filter(({ id }) => id !== model.id);
    if (others.length < chosen.length) setChosen(others);
    else if (chosen.length < MAX_MODELS) setChosen([...chosen, model]);
  };
  const run = async () => {
    setIsBusy(true);
    const ids = await Promise.all(chosen.map((model) => startRun(surface, model, bodyText)));
    const count = ids.filter((id) => id !== null).length;
    if (count > 0) {
      showToast({
        tone: 'ok',
        title: `${formatCount(count, 'run')} on the way`,
        description: 'They stand among the runs of all models, where two of them can be compared.',
      });
    }
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title="The same input on other models"
      description="It goes to each as it is, and each run may be charged. A model that takes other inputs refuses it."
      actions={
        <>
          <span className="mr-auto self-center text-sm text-muted">
            {chosen.length} of at most {MAX_MODELS}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            isBusy={isBusy}
            disabledReason={chosen.length > 0 ? null : 'Choose a model first.'}
            onClick={() => void run()}
          >
            {chosen.length > 0 ? `Run on ${formatCount(chosen.length, 'model')}` : 'Run'}
          </Button>
        </>
      }
    >
      <TextInput
        type="search"
        aria-label="Search models"
        placeholder="Search provider or model…"
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      {models === undefined && !error ? <Skeleton className="mt-2 h-40" /> : null}
      {error ? <p className="mt-2 text-bad">The catalog could not be read on: {error.message}</p> : null}
      <ul aria-label="Models to run it on" className="mt-2 flex flex-col">
        {found.slice(0, MAX_SHOWN).map((model) => {
          const isChosen = chosen.some(({ id }) => id === model.id);
          return (
            <li key={model.id}>
              <button
                type="button"
                role="checkbox"
                aria-checked={isChosen}
                aria-disabled={(!isChosen && chosen.length === MAX_MODELS) || undefined}
                className="flex min-h-9 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover aria-disabled:text-faint"
                onClick={() => toggle(model)}
              >
                <span
                  aria-hidden
                  className="flex size-4 shrink-0 items-center justify-center rounded border border-control bg-panel text-accent-text in-aria-checked:border-accent in-aria-checked:bg-accent"
                >
                  {isChosen ? <Check className="size-3 stroke-[3.5]" /> : null}
                </span>
                <span className="min-w-0 flex-1 truncate">{model.id}</span>
                <BillingChip billing={model.billing} className="max-sm:hidden" />
              </button>
            </li>
          );
        })}
      </ul>
      {found.length > MAX_SHOWN || isWalking ? (
        <p role="status" className="px-2 pt-1 text-sm text-muted">
          {isWalking ? 'The catalog is still being read. ' : ''}
          {found.length > MAX_SHOWN ? `${formatInteger(found.length - MAX_SHOWN)} more: type to find them.` : ''}
        </p>
      ) : null}
    </Dialog>
  );
}
