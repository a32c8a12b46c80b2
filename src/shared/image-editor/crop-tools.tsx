import { FlipHorizontal2, FlipVertical2, RotateCcw, RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { Select } from '@/ui/input/select';
import { NumberInput } from '@/ui/input/text-input';
import { moveRect, ratioRect, sizeRect } from './crop-rect';
import type { ImageDocument } from './image-document';
import { flipFrame, shownSize, turnFrame, wholeFrame, type Size } from './orientation';
import type { Box } from './pixels/brush';

export type RatioChoice = 'free' | 'original' | `${number}:${number}`;

/** Ratios without a label are shown as they are. */
const RATIOS: readonly { value: RatioChoice; label?: Message }[] = [
  { value: 'free', label: msg('Free') },
  { value: 'original', label: msg('Of the image') },
  { value: '1:1', label: msg('1:1, square') },
  { value: '4:3' },
  { value: '3:4' },
  { value: '3:2' },
  { value: '2:3' },
  { value: '16:9' },
  { value: '9:16' },
];

/** Width by height; `null` if it is free. */
export function ratioOf(choice: RatioChoice, shown: Size): number | null {
  if (choice === 'free') return null;
  if (choice === 'original') return shown.width / shown.height;
  const [width = 1, height = 1] = choice.split(':').map(Number);
  return width / height;
}

interface CropToolsProps {
  document: ImageDocument;
  ratio: RatioChoice;
  onRatioChange: (ratio: RatioChoice) => void;
}

/** Crop in numbers, turning and flipping. */
export function CropTools({ document, ratio, onRatioChange }: CropToolsProps) {
  const frame = useStore(document.store, (state) => state.frame);
  const id = useId();
  const { crop, orientation } = frame;
  const bounds = shownSize(document.size, orientation);
  const fixed = ratioOf(ratio, bounds);
  const change = (next: Box) => document.commitFrame({ ...frame, crop: next });
  const turn = (times: number) => {
    let next = frame;
    for (let done = 0; done < times; done += 1) next = turnFrame(next, document.size);
    document.commitFrame(next);
    if (ratio !== 'original' && ratio !== '1:1') onRatioChange('free');
  };
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('Ratio')}>
        {(control) => (
          <Select
            {...control}
            value={ratio}
            options={RATIOS.map(({ value, label }) => ({ value, label: label ? t(label) : value }))}
            onValueChange={(value) => {
              const choice = RATIOS.find((one) => one.value === value)?.value ?? 'free';
              onRatioChange(choice);
              const next = ratioOf(choice, bounds);
              if (next !== null) change(ratioRect(crop, next, bounds));
            }}
          />
        )}
      </Field>
      <div role="group" aria-labelledby={id} className="flex flex-col gap-2">
        <p id={id} className="text-sm text-muted">
          {t('Crop, in pixels of {width} × {height}', { width: bounds.width, height: bounds.height })}
        </p>
        <div className="grid grid-cols-2 gap-2">
          <PixelField
            label={t('Width')}
            value={crop.width}
            onChange={(width) => change(sizeRect(crop, { width }, fixed, bounds))}
          />
          <PixelField
            label={t('Height')}
            value={crop.height}
            onChange={(height) => change(sizeRect(crop, { height }, fixed, bounds))}
          />
          <PixelField
            label={t('From the left')}
            value={crop.x}
            onChange={(x) => change(moveRect({ ...crop, x }, { x: 0, y: 0 }, bounds))}
          />
          <PixelField
            label={t('From the top')}
            value={crop.y}
            onChange={(y) => change(moveRect({ ...crop, y }, { x: 0, y: 0 }, bounds))}
          />
        </div>
      </div>
      <div role="group" aria-label={t('Turn and flip')} className="grid grid-cols-2 gap-2">
        <Button onClick={() => turn(3)}>
          <RotateCcw aria-hidden /> {t('Turn left')}
        </Button>
        <Button onClick={() => turn(1)}>
          <RotateCw aria-hidden /> {t('Turn right')}
        </Button>
        <Button onClick={() => document.commitFrame(flipFrame(frame, document.size, 'horizontal'))}>
          <FlipVertical2 aria-hidden /> {t('Flip horizontally')}
        </Button>
        <Button onClick={() => document.commitFrame(flipFrame(frame, document.size, 'vertical'))}>
          <FlipHorizontal2 aria-hidden /> {t('Flip vertically')}
        </Button>
      </div>
      <Button
        tone="ghost"
        onClick={() => {
          onRatioChange('free');
          document.commitFrame(wholeFrame(document.size));
        }}
      >
        {t('Use the whole image')}
      </Button>
    </div>
  );
}

/** Whole pixels; applied when the field is left or with Enter, so that a size can be typed digit by digit. */
export function PixelField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (value: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const apply = () => {
    setTyped(null);
    const number = Number(typed);
    if (typed !== null && typed.trim() !== '' && Number.isFinite(number)) onChange(Math.max(0, Math.round(number)));
  };
  return (
    <Field label={label}>
      {(control) => (
        <NumberInput
          {...control}
          inputMode="numeric"
          value={typed ?? String(value)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply();
            const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
            if (step === 0) return;
            event.preventDefault();
            setTyped(null);
            onChange(Math.max(0, value + step * (event.shiftKey ? 10 : 1)));
          }}
        />
      )}
    </Field>
  );
}
