interface BarSparklineProps {
  bars: readonly { value: number; title: string }[];
  /** Colour of the bars, by the current text colour. */
  className?: string;
}

const HEIGHT = 24;
const STEP = 6;
const WIDTH = 4;
/** Minimum height, so that any value above zero is visible. */
const MIN_BAR = 2;

/** Small chart next to a figure, hidden from screen readers. */
export function BarSparkline({ bars, className }: BarSparklineProps) {
  const max = Math.max(...bars.map(({ value }) => value), 0);
  const width = Math.max(1, bars.length * STEP - (STEP - WIDTH));
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={className}
      shapeRendering="crispEdges"
    >
      {bars.map(({ value, title }, index) => {
        const height = max > 0 && value > 0 ? Math.max(MIN_BAR, (value / max) * (HEIGHT - 1)) : 0;
        return (
          <g key={title}>
            <rect x={index * STEP} y={HEIGHT - 1} width={WIDTH} height={1} className="fill-line" />
            <rect x={index * STEP} y={HEIGHT - height} width={WIDTH} height={height} fill="currentColor" />
            {/* The whole column shows its value on hover, not only the visible part. */}
            <rect x={index * STEP} y={0} width={STEP} height={HEIGHT} fill="transparent">
              <title>{title}</title>
            </rect>
          </g>
        );
      })}
    </svg>
  );
}
