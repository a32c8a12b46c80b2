import { Sparkle } from 'lucide-react';
import { isOwnGateway, type Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { BASE_PATH } from '@/lib/host-kind';
import examples from './model-examples.json';

const BUILT_IN = 'flowdeck/';
const FOLDER = `${BASE_PATH}samples/models/`;

/** `image` is the base name of two files, a small one and a large one. */
type Example = { image: string } | { text: string };

/** Examples by model name, as `scripts/samples/draw-model-examples.mjs` writes them. */
const EXAMPLES: ReadonlyMap<string, Example> = new Map(Object.entries(examples));

interface ModelExampleProps {
  surface: Surface;
  modelId: string;
}

/** Returns examples of our own gateway only: on other routers, the same id is a different model. */
function exampleOf(surface: Surface, modelId: string): Example | undefined {
  if (!isOwnGateway(surface) || !modelId.startsWith(BUILT_IN)) return undefined;
  return EXAMPLES.get(modelId.slice(BUILT_IN.length));
}

/** Ids of all models with an example. */
export const EXAMPLE_IDS: readonly string[] = Array.from(EXAMPLES.keys(), (name) => BUILT_IN + name);

export function hasExample(surface: Surface, modelId: string): boolean {
  return exampleOf(surface, modelId) !== undefined;
}

/** Output of a built-in model for its example input; an empty box for other models, so that names stay aligned. */
export function ModelExample({ surface, modelId }: ModelExampleProps) {
  if (!isOwnGateway(surface)) return null;
  const example = exampleOf(surface, modelId);
  if (!example) return <span className="w-16 shrink-0" />;
  const frame = 'h-10 w-16 shrink-0 overflow-hidden rounded border border-line bg-panel';
  return 'image' in example ? (
    <img
      src={`${FOLDER}${example.image}.webp`}
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

/** Example output in full width; an icon if the model has none. */
export function LargeModelExample({ surface, modelId, className }: ModelExampleProps & { className?: string }) {
  const example = exampleOf(surface, modelId);
  const frame = classNames('aspect-8/5 w-full shrink-0 bg-hover', className);
  if (!example) {
    return (
      <span aria-hidden className={classNames(frame, 'flex items-center justify-center text-faint')}>
        <Sparkle className="size-7 stroke-[1.5]" />
      </span>
    );
  }
  return 'image' in example ? (
    <img
      src={`${FOLDER}${example.image}-large.webp`}
      alt={`Example output of ${modelId}`}
      width={640}
      height={400}
      fetchPriority="high"
      className={classNames(frame, 'object-cover')}
    />
  ) : (
    <div className={classNames(frame, 'flex items-center px-[8%] text-lg text-text min-[1900px]:text-xl')}>
      <p className="line-clamp-5">
        <span className="sr-only">Example output of {modelId}: </span>
        {example.text}
      </p>
    </div>
  );
}
