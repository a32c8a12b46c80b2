import { Sparkle } from 'lucide-react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { isOwnGateway, type Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { BASE_PATH } from '@/lib/host-kind';
import { t } from '@/lib/i18n/messages';
import { LastResult } from './last-result';
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
  /** The last result of the model, which is shown instead. */
  last?: RunRecord | undefined;
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

const SMALL = 'h-10 w-16 shrink-0 overflow-hidden rounded border border-line bg-panel';
const SMALL_LOOKS = {
  image: `${SMALL} checkerboard object-cover`,
  text: `${SMALL} px-1 py-0.5 text-[9px]/[11px] text-muted`,
  lines: 'line-clamp-3',
};

/** Last result of a model, else its example; an empty box if it has neither, so that names stay aligned. */
export function ModelExample({ surface, modelId, last }: ModelExampleProps) {
  const example = exampleOf(surface, modelId);
  const shown = !example ? (
    <span className="w-16 shrink-0" />
  ) : 'image' in example ? (
    <img
      src={`${FOLDER}${example.image}.webp`}
      alt={t('Example output of {modelId}', { modelId })}
      width={64}
      height={40}
      className={`${SMALL} object-cover`}
    />
  ) : (
    <div title={example.text} className={SMALL_LOOKS.text}>
      <p className={SMALL_LOOKS.lines}>
        <span className="sr-only">{t('Example output of {modelId}:', { modelId })} </span>
        {example.text}
      </p>
    </div>
  );
  if (!last) return shown;
  return (
    <LastResult surface={surface} run={last} looks={SMALL_LOOKS}>
      {shown}
    </LastResult>
  );
}

/** Last result of a model in full width, else its example, else an icon. */
export function LargeModelExample({ surface, modelId, last, className }: ModelExampleProps & { className?: string }) {
  const example = exampleOf(surface, modelId);
  const frame = classNames('aspect-8/5 w-full shrink-0 bg-hover', className);
  const looks = {
    image: classNames(frame, 'object-cover'),
    text: classNames(frame, 'flex items-center px-[8%] text-lg text-text min-[1900px]:text-xl'),
    lines: 'line-clamp-5',
  };
  const shown = !example ? (
    <span aria-hidden className={classNames(frame, 'flex items-center justify-center text-faint')}>
      <Sparkle className="size-7 stroke-[1.5]" />
    </span>
  ) : 'image' in example ? (
    <img
      src={`${FOLDER}${example.image}-large.webp`}
      alt={t('Example output of {modelId}', { modelId })}
      width={640}
      height={400}
      fetchPriority="high"
      className={looks.image}
    />
  ) : (
    <div className={looks.text}>
      <p className={looks.lines}>
        <span className="sr-only">{t('Example output of {modelId}:', { modelId })} </span>
        {example.text}
      </p>
    </div>
  );
  if (!last) return shown;
  return (
    <LastResult surface={surface} run={last} looks={looks}>
      {shown}
    </LastResult>
  );
}
