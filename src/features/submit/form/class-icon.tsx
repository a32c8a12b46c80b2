import {
  Blend,
  Boxes,
  Crop,
  Dices,
  Droplets,
  Film,
  FlipHorizontal,
  Image,
  Music,
  Palette,
  RotateCw,
  Save,
  Scaling,
  SlidersHorizontal,
  Type,
  type LucideIcon,
} from 'lucide-react';

/** Derived from words in class names; the first match counts. */
const ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^(save|preview)/i, Save],
  [/audio/i, Music],
  [/video/i, Film],
  [/load(?:(?!load).)*image|emptyimage/i, Image],
  [/blur|sharpen/i, Droplets],
  [/blend|composite/i, Blend],
  [/scale|pad/i, Scaling],
  [/crop/i, Crop],
  [/flip/i, FlipHorizontal],
  [/rotate/i, RotateCw],
  [/quantize|invert|color/i, Palette],
  [/sampler|diffusion|noise/i, Dices],
  [/text|string|clip/i, Type],
  [/loader|checkpoint|model/i, Boxes],
];

export function ClassIcon({ classType, className }: { classType: string; className?: string }) {
  const Icon = ICONS.find(([pattern]) => pattern.test(classType))?.[1] ?? SlidersHorizontal;
  return <Icon aria-hidden className={className} />;
}
