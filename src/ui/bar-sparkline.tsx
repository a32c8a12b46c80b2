interface BarSparklineProps {
  bars: readonly { value: number; title: string }[];
  /** Colour of the bars, by the current text colour. */
  className?: string;
}

const HEIGHT = 24;
const STEP = 6;
const WIDTH = 4;
/** A value above zero is seen, however small it is beside the largest. */
const MIN_BAR = 2;

/** A small chart beside a figure. The figure says what matters: hide the bars from readers. */
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
            {/* The whole column tells its value, not only the part that is drawn. */}
            <rect x={index * STEP} y={0} width={STEP} height={HEIGHT} fill="transparent">
              <title>{title}</title>
            </rect>
          </g>
        );
      })}
    </svg>
  );
}
