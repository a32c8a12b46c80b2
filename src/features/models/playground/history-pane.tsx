import { ArrowLeft } from 'lucide-react';
import { Suspense, type ComponentProps } from 'react';
import { lazyPart } from '@/lib/lazy-part';
import { Button } from '@/ui/button';
import type { ModelHistory } from '../history/model-history';

const History = lazyPart(async () => (await import('../history/model-history')).ModelHistory);

/** All runs of the model in the place of the result. */
export function HistoryPane({ onClose, ...rest }: ComponentProps<typeof ModelHistory> & { onClose: () => void }) {
  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-3">
        <Button tone="ghost" size="sm" onClick={onClose}>
          <ArrowLeft aria-hidden />
          Result
        </Button>
        <h2 className="font-semibold">History</h2>
      </div>
      <Suspense>
        <History {...rest} />
      </Suspense>
    </>
  );
}
