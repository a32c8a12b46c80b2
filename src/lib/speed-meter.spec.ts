import { describe, expect, it } from 'vitest';
import { SpeedMeter } from './speed-meter';

describe('SpeedMeter', () => {
  it('returns null until it has enough data', () => {
    const meter = new SpeedMeter(1000);
    expect(meter.read(0, 0)).toEqual({ bytesPerS: null, msLeft: null });
    expect(meter.read(100, 100)).toEqual({ bytesPerS: null, msLeft: null });
  });

  it('returns speed and time remaining', () => {
    const meter = new SpeedMeter(10_000);
    meter.read(0, 0);
    expect(meter.read(2000, 1000)).toEqual({ bytesPerS: 2000, msLeft: 4000 });
  });

  it('adapts to a change of speed', () => {
    const meter = new SpeedMeter(1_000_000);
    for (let second = 0; second <= 10; second += 1) meter.read(second * 1000, second * 1000);
    for (let second = 11; second <= 20; second += 1) meter.read(10_000 + (second - 10) * 5000, second * 1000);
    expect(meter.read(65_000, 21_000).bytesPerS).toBeCloseTo(5000);
  });
});
