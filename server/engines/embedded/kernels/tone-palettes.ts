export const PALETTES = ['coral', 'moss', 'lagoon', 'ink', 'frost', 'ember', 'orchid', 'mono'] as const;
export type PaletteName = (typeof PALETTES)[number];

/** Evenly spaced colors from the empty ground to the densest growth. */
const STOPS: Readonly<Record<PaletteName, readonly string[]>> = {
  coral: ['#1d1026', '#2b1430', '#6b2a46', '#c9524f', '#ee7c66', '#f6a184'],
  moss: ['#1c2412', '#2c3a19', '#4d6527', '#7c9a3c', '#a9c05c', '#d2dd94'],
  lagoon: ['#04171c', '#06252b', '#0f4a4c', '#2a8a78', '#6fc3a0', '#b5e6c4'],
  ink: ['#f7f5ee', '#efece3', '#b9b8b8', '#4d5265', '#23283b', '#151a2b'],
  frost: ['#081026', '#0d1d42', '#1d4788', '#3f86cf', '#8fc4f0', '#e2f3ff'],
  ember: ['#0d0a0d', '#241018', '#6a1b1c', '#c8471c', '#f29a38', '#ffe2a0'],
  orchid: ['#160d26', '#2a1647', '#5d2c86', '#a154b6', '#dc8fc9', '#f8cfe2'],
  mono: ['#0b0b0c', '#161617', '#4a4a4c', '#97979a', '#d3d3d5', '#f6f6f7'],
};

export const TONES = 1024;

/** Returns `TONES` colors with three bytes each. */
export function toneTable(name: PaletteName): Uint8Array {
  const stops = STOPS[name].map((hex) => Number.parseInt(hex.slice(1), 16));
  const table = new Uint8Array(TONES * 3);
  for (let tone = 0; tone < TONES; tone += 1) {
    const position = (tone / (TONES - 1)) * (stops.length - 1);
    const index = Math.min(stops.length - 2, Math.floor(position));
    const share = position - index;
    for (const [channel, shift] of [16, 8, 0].entries()) {
      const from = (stops[index] >> shift) & 255;
      const to = (stops[index + 1] >> shift) & 255;
      table[tone * 3 + channel] = Math.round(from + (to - from) * share);
    }
  }
  return table;
}
