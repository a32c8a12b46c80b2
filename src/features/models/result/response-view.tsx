import { useState } from 'react';
import type { RunResponse } from '@/api/runs/run-record';
import type { Surface } from '@/api/surface';
import { Skeleton } from '@/ui/skeleton';
import { ResponseTexts } from './response-texts';
import { ColorSwatches } from './color-swatches';
import type { FoundWarning } from './find-warnings';
import { JsonTab } from './json-tab';
import { MediaBar } from './media-bar';
import { MediaStrip } from './media-strip';
import { MediaView } from './media-view';
import { mediaKind } from './media-file';
import { RawTab } from './raw-tab';
import type { ReadAnswer } from './read-output';

interface ResponseViewProps {
  surface: Surface;
  modelId: string;
  answer: RunResponse;
  file: Blob;
  fileName: string;
  onCarried: () => void;
  /** Undefined while it is read. */
  reading: ReadAnswer | undefined;
}

const INERT = 'Shown as the text that it is made of: Flowdeck never runs or draws it.';

/** The answer as what it is: pictures, films, sounds, text, and where there is none of them the JSON itself. */
export function ResponseView({ surface, modelId, answer, file, fileName, reading, onCarried }: ResponseViewProps) {
  const [chosen, setChosen] = useState(0);
  if (!reading) return <Skeleton className="m-5 min-h-40 flex-1" />;
  const { media, texts, remarks, colors, problem } = reading;
  const shown = media[chosen] ?? media[0];
  if (reading.form === 'text' && mediaKind(answer.contentType) === 'source') {
    return <RawTab file={file} fileName={fileName} notice={INERT} />;
  }
  return (
    <>
      <Remarks remarks={remarks} />
      {colors.length > 0 && !shown ? <ColorSwatches colors={colors} /> : null}
      {shown ? (
        <>
          <MediaView key={chosen} surface={surface} modelId={modelId} media={shown} />
          <ResponseTexts texts={texts} isCaption />
          <MediaStrip surface={surface} media={media} chosen={media.indexOf(shown)} onChoose={setChosen} />
          <MediaBar
            key={`bar ${chosen}`}
            surface={surface}
            modelId={modelId}
            media={shown}
            answer={answer}
            onCarried={onCarried}
          />
        </>
      ) : problem !== null ? (
        <RawTab file={file} fileName={fileName} notice={problem} />
      ) : texts.length > 0 ? (
        <ResponseTexts texts={texts} isCaption={false} />
      ) : (
        <JsonTab file={file} fileName={fileName} />
      )}
    </>
  );
}

function Remarks({ remarks }: { remarks: readonly FoundWarning[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul aria-label="What the answer says is missing" className="shrink-0 bg-warn-soft px-4 py-2 md:px-5">
      {remarks.map(({ text }) => (
        <li key={text} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
}
