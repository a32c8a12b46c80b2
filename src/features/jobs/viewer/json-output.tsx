import { useMemo, useState } from 'react';
import { parseJson, type JsonValue } from '@contract/json/lossless';
import type { Output } from '@contract/jobs/schemas';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { JsonTree } from './json-tree';
import { TextOutput } from './text-output';
import { MAX_SHOWN_BYTES, useContent } from './use-content';

interface JsonOutputProps {
  output: Output;
  url: string;
  onLoadError: () => void;
}

/** JSON as a tree to fold, or as the text that it is; what is too long or broken is text only. */
export function JsonOutput({ output, url, onLoadError }: JsonOutputProps) {
  const bytes = useContent({ url, onLoadError });
  const [isText, setIsText] = useState(false);
  const reading = useMemo(() => (bytes ? readJson(bytes, output.size_bytes) : null), [bytes, output.size_bytes]);
  if (!reading) return <Skeleton className="min-h-40 flex-1" />;
  if ('problem' in reading) {
    return <TextOutput output={output} url={url} onLoadError={onLoadError} notice={reading.problem} />;
  }
  return (
    <>
      <div className="flex shrink-0 justify-end pb-1">
        <Button tone="ghost" size="sm" onClick={() => setIsText(!isText)}>
          {isText ? 'As tree' : 'As text'}
        </Button>
      </div>
      {isText ? (
        <TextOutput output={output} url={url} onLoadError={onLoadError} />
      ) : (
        <div className="min-h-0 flex-1 overflow-auto rounded-md border border-line bg-panel p-2 max-md:max-h-[60dvh]">
          <JsonTree value={reading.value} label={`Output ${output.name}`} />
        </div>
      )}
    </>
  );
}

function readJson(bytes: Uint8Array, size: number): { value: JsonValue } | { problem: string } {
  if (size > MAX_SHOWN_BYTES) return { problem: 'Too long for a tree.' };
  try {
    return { value: parseJson(new TextDecoder().decode(bytes), { allowNonFinite: true }) };
  } catch (error) {
    return { problem: `Not valid JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.` };
  }
}
