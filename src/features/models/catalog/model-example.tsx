import { isOwnGateway, type Surface } from '@/api/surface';
import examples from './model-examples.json';

const BUILT_IN = 'flowdeck/';
const FOLDER = '/samples/models/';

type Example = { image: string } | { text: string };

/** By the name of the model, as `scripts/draw-model-examples.mjs` writes it. */
const EXAMPLES: ReadonlyMap<string, Example> = new Map(Object.entries(examples));

interface ModelExampleProps {
  surface: Surface;
  modelId: string;
}

/** What a built-in model outputs for its own example; an empty box beside other models, so that names stay aligned. */
export function ModelExample({ surface, modelId }: ModelExampleProps) {
  if (!isOwnGateway(surface)) return null;
  const example = modelId.startsWith(BUILT_IN) ? EXAMPLES.get(modelId.slice(BUILT_IN.length)) : undefined;
  if (!example) return <span className="w-16 shrink-0" />;
  const frame = 'h-10 w-16 shrink-0 overflow-hidden rounded border border-line bg-panel';
  return 'image' in example ? (
    <img
      src={`${FOLDER}${example.image}`}
      alt={`Example output of ${modelId}`}
      width={64}
      height={40}
      className={`${frame} object-cover`}
    />
  ) : (
    <p title={example.text} className={`${frame} px-1 py-0.5 text-[9px]/[11px] text-muted`}>
      <span className="sr-only">Example output of {modelId}: </span>
      <span className="line-clamp-3">{example.text}</span>
    </p>
  );
}
