import { Copy } from 'lucide-react';
import type { RunResponse } from '@/domains/model-calls/run-record';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';

/** All response headers that the browser exposes. */
export function HeadersTab({ response }: { response: Pick<RunResponse, 'headers' | 'status'> }) {
  const text = response.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div tabIndex={0} role="region" aria-label="Headers" className="min-h-0 flex-1 overflow-auto px-4 pb-4 md:px-5">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Headers of the answer</caption>
        <thead className="sr-only">
          <tr>
            <th>Header</th>
            <th>Value</th>
          </tr>
        </thead>
        <tbody>
          {response.headers.map(([name, value]) => (
            <tr key={`${name} ${value}`} className="border-b border-line align-top">
              <td className="py-1.5 pr-4 whitespace-nowrap text-muted">{name}</td>
              <td className="py-1.5 font-mono wrap-anywhere">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex items-center gap-3 pt-3">
        <p className="min-w-0 flex-1 text-sm text-muted">Only CORS-exposed headers are listed.</p>
        <Button tone="ghost" size="sm" onClick={() => void copyText(text, 'Headers')}>
          <Copy aria-hidden />
          Copy
        </Button>
      </div>
    </div>
  );
}
