import { X } from 'lucide-react';
import { Button } from '@/ui/button';
import { setArrival, type LeftOut } from './left-out';

/** Over a form whose input was brought from another server: what of it did not fit. */
export function ArrivalNotice({ from, leftOut }: { from: string; leftOut: readonly LeftOut[] }) {
  return (
    <section
      aria-label={`Input from ${from}`}
      className="mb-4 flex shrink-0 items-start gap-2 rounded-lg border border-line bg-panel py-2 pr-2 pl-3"
    >
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          Input from {from}
          {leftOut.length === 0 ? '' : ', without what does not fit here'}
        </p>
        {leftOut.length === 0 ? null : (
          <ul className="mt-1 flex flex-col gap-0.5 text-sm text-muted">
            {leftOut.map(({ name, why }) => (
              <li key={name} className="wrap-anywhere">
                <span className="font-mono text-text">{name}</span>: {why}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button tone="ghost" size="icon-sm" aria-label="Dismiss" onClick={() => setArrival(null)}>
        <X aria-hidden />
      </Button>
    </section>
  );
}
