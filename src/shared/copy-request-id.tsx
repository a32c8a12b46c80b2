import { Copy } from 'lucide-react';
import { Button } from '@/ui/button';
import { copyText } from './copy-text';

export function CopyRequestId({ requestId }: { requestId: string }) {
  return (
    <Button
      tone="ghost"
      size="icon-sm"
      aria-label="Copy request id"
      title="Copy request id"
      onClick={() => void copyText(requestId, 'Request id')}
    >
      <Copy aria-hidden />
    </Button>
  );
}
