import { useState } from 'react';
import { CodeXml } from 'lucide-react';
import { Button } from '@/ui/button';
import { RequestPreview } from './request-preview';

/** Shows what Run sends, before it is sent. */
export function RequestButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="icon" tone="ghost" aria-label="View request" title="View request" onClick={() => setIsOpen(true)}>
        <CodeXml aria-hidden />
      </Button>
      {isOpen ? <RequestPreview onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
