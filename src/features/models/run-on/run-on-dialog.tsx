import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useModelMetadata } from '@/domains/models/model-metadata';
import { runPlace, type RunRecord } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { runsOf, useRunsView } from '@/domains/model-calls/runs-store';
import { readRunBody } from '@/domains/model-calls/runs';
import { t } from '@/lib/i18n/messages';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { messageOf } from '@/lib/message-of';
import { drawnInput, startRun } from '../run/start-run';
import { fittingInput, openForm } from './fit-input';
import { transferMedia, type TransferredBody } from './transfer-media';
import { handOver, type OmittedValue } from '@/shared/dialog-requests/hand-overs';
import { isExactFit, offerQuery } from './offer-query';
import { useRoutersBeside } from './routers-beside';
import { ServerOffer } from './server-offer';

export interface RunOnDialogProps {
  surface: Surface;
  modelId: string;
  bodyText: string;
  /** Run with this input; if absent, the newest run with the same input is used. */
  ran?: RunRecord | undefined;
  onClose: () => void;
}

/**
 * Takes an input to the same model on another server: runs it there, or opens the form there with the values that fit.
 */
export function RunOnDialog({ surface, modelId, bodyText, ran, onClose }: RunOnDialogProps) {
  const router = useRouter();
  const client = useQueryClient();
  const servers = useRoutersBeside(surface);
  const offers = useQueries({ queries: servers.map((server) => offerQuery(server, modelId, bodyText)) });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly OmittedValue[]>([]);
  // Two clicks within one frame start one call.
  const isActing = useRef(false);

  const firstOffered = servers.find((_, index) => offers[index]?.data);
  const to = servers.find(({ id }) => id === chosenId) ?? firstOffered ?? servers[0];
  const offer = offers[servers.findIndex((server) => server === to)];
  const model = offer?.data ?? null;
  const facts = useModelMetadata(to ?? surface).get(modelId);
  const isFree = facts?.isFree ?? false;
  const isWhole = model !== null && isExactFit(model.fit);

  const transfer = (there: Surface, text: string): Promise<TransferredBody> => {
    const target = { to: there, modelId, documentText: model?.documentText ?? null, facts };
    return transferMedia(text, target, new AbortController().signal);
  };
  /** @returns the ID of the run; `null` if it was not started */
  const runThere = async (there: Surface): Promise<string | null> => {
    if (!model) return null;
    const { text, omitted } = await transfer(there, bodyText);
    setProblems(omitted);
    if (omitted.length > 0) return null;
    const ranFrom = ran?.id ?? (await sourceRunOf(surface, modelId, bodyText)) ?? undefined;
    const input = ran ? text : await drawnInput(text);
    const id = await startRun(there, model.detail, { bodyText: input, isFree, ranFrom });
    if (id !== null) onClose();
    return id;
  };
  const openThere = async (there: Surface): Promise<null> => {
    if (!model) return null;
    const fitting = fittingInput(bodyText, model.fit);
    const { text, omitted } = await transfer(there, fitting.text);
    const ranFrom = ran?.id ?? (await sourceRunOf(surface, modelId, bodyText));
    handOver('modelInput', {
      surfaceId: there.id,
      modelId,
      from: surface.name,
      omitted: [...fitting.omitted, ...omitted],
      ranFrom,
    });
    onClose();
    await openForm({ router, client }, there, modelId, text);
    return null;
  };
  const action = useAction({
    run: ({ kind, there }: { kind: 'run' | 'open'; there: Surface }) =>
      kind === 'run' ? runThere(there) : openThere(there),
    done: (id, { there }) => {
      if (id === null) return null;
      return {
        title: t('Running on {name}', { name: there.name }),
        action: {
          label: t('Open the run'),
          onSelect: () => void router.navigate(runPlace({ surfaceId: there.id, modelId, id })),
        },
      };
    },
    failed: () => null,
  });
  const busy = action.input?.kind;
  const act = async (kind: 'run' | 'open') => {
    if (isActing.current || !to) return;
    isActing.current = true;
    const outcome = await action.run({ kind, there: to });
    if (!outcome.ok) setProblems([{ name: to.name, why: messageOf(outcome.error, t('Try again.')) }]);
    isActing.current = false;
  };

  const isPending = offer?.isPending ?? false;
  const objection = isPending
    ? t('Checking the model there…')
    : model === null
      ? t('Choose a server that has this model.')
      : null;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={t('Run on another server')}
      description={
        isFree
          ? t('Runs {modelId} there in a separate call.', { modelId })
          : t('Runs {modelId} there in a separate call, which may be charged.', { modelId })
      }
      actions={
        <>
          <Button className="mr-auto" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            tone={isWhole || model === null ? 'plain' : 'primary'}
            isBusy={busy === 'open'}
            disabledReason={objection}
            title={t('Replaces the input of the form there')}
            onClick={() => void act('open')}
          >
            {t('Open the form there')}
          </Button>
          <Button
            tone={isWhole || model === null ? 'primary' : 'plain'}
            isBusy={busy === 'run'}
            disabledReason={
              objection ?? (isWhole ? null : t('The input does not fit there as it is. Open the form there.'))
            }
            onClick={() => void act('run')}
          >
            {to && model ? t('Run on {name}', { name: to.name }) : t('Run')}
          </Button>
        </>
      }
    >
      <div role="radiogroup" aria-label={t('Server')} className="flex flex-col gap-1">
        {servers.map((server, index) => (
          <ServerOffer
            key={server.id}
            server={server}
            modelId={modelId}
            isChosen={server === to}
            offer={offers[index]?.data}
            error={offers[index]?.error ?? null}
            onChoose={() => {
              setChosenId(server.id);
              setProblems([]);
            }}
          />
        ))}
      </div>
      {problems.length > 0 ? (
        <div role="alert" className="mt-3 rounded-lg bg-warn-soft px-3 py-2">
          <p className="font-medium">{t('Nothing was started')}</p>
          <ul>
            {problems.map(({ name, why }) => (
              <li key={name} className="wrap-anywhere">
                <span className="font-mono text-sm">{name}</span>: {why}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Dialog>
  );
}

const MAX_LOOKED_AT = 10;

/** Newest local run of the model with exactly this input; `null` if none is known. */
async function sourceRunOf(surface: Surface, modelId: string, bodyText: string): Promise<string | null> {
  const { size } = new Blob([bodyText]);
  const alike = runsOf(useRunsView.getState().records, surface.id, modelId).filter(
    ({ bodyBytes }) => bodyBytes === size,
  );
  for (const { id } of alike.slice(0, MAX_LOOKED_AT)) {
    if ((await readRunBody(id).catch(() => null)) === bodyText) return id;
  }
  return null;
}
