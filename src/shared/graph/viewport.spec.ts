import { describe, expect, test } from 'vitest';
import { NODE_HEIGHT, NODE_WIDTH } from './layout/layout-size';
import { centerCamera, firstCamera, fitCamera, isInView, minZoom, zoomedCamera } from './viewport';

const view = { width: 640, height: 480 };
const node = (x: number, y: number) => ({ x, y, width: NODE_WIDTH, height: NODE_HEIGHT });

describe('fitting the camera', () => {
  test('centers a small graph at its actual size', () => {
    expect(fitCamera({ width: 200, height: 100 }, view, 0.04)).toEqual({ zoom: 1, x: 220, y: 190 });
  });

  test('shows a large graph completely', () => {
    const graph = { width: 2000, height: 3000 };
    const camera = fitCamera(graph, view, 0.04);
    expect(isInView({ x: 0, y: 0, ...graph }, view, camera)).toBe(true);
  });

  test('starts at the left edge of a graph that is too wide for the minimum zoom', () => {
    const camera = fitCamera({ width: 100_000, height: 58 }, view, 0.2);
    expect(camera.zoom).toBe(0.2);
    expect(isInView(node(0, 0), view, camera)).toBe(true);
  });
});

describe('the initial camera', () => {
  const wide = { width: 17_000, height: 3000 };

  test('shows the whole graph if it is readable', () => {
    const graph = { width: 1000, height: 300 };
    expect(firstCamera(graph, view, node(0, 0))).toEqual(fitCamera(graph, view, 0));
  });

  test.each([
    ['1440', { width: 740, height: 760 }],
    ['1024', { width: 520, height: 640 }],
  ])('shows a whole chain of 8 nodes next to its form at %s, without a node of interest', (_, pane) => {
    const chain = { width: 8 * NODE_WIDTH + 7 * 64, height: 120 };
    expect(isInView({ x: 0, y: 0, ...chain }, pane, firstCamera(chain, pane, null))).toBe(true);
  });

  test.each([
    ['the first node', node(0, 1400)],
    ['the running node', node(9000, 200)],
  ])('shows %s of a larger graph at a readable size', (_, box) => {
    const camera = firstCamera(wide, view, box);
    expect(camera.zoom).toBeGreaterThanOrEqual(0.6);
    expect(isInView(box, view, camera)).toBe(true);
  });
});

test('centering moves the center of a box to the center of the view', () => {
  expect(centerCamera({ x: 100, y: 50, width: 20, height: 10 }, view, 2)).toEqual({ zoom: 2, x: 100, y: 130 });
});

test('zooming preserves the center and respects its bounds', () => {
  const camera = { x: 20, y: 10, zoom: 1 };
  const middle = (at: typeof camera) => (view.width / 2 - at.x) / at.zoom;
  const larger = zoomedCamera(camera, view, 1.5, 0.1);
  expect(larger.zoom).toBe(1.5);
  expect(middle(larger)).toBeCloseTo(middle(camera));
  expect(zoomedCamera(camera, view, 100, 0.1).zoom).toBe(2);
  expect(zoomedCamera(camera, view, 0.0001, 0.1).zoom).toBe(0.1);
});

test('ten thousand nodes are never all in view', () => {
  expect(minZoom(500, view)).toBeLessThan(0.1);
  const zoom = minZoom(10_000, view);
  const roomsInView = (view.width * view.height) / (zoom * zoom) / (NODE_WIDTH * NODE_HEIGHT * 2);
  expect(roomsInView).toBeLessThanOrEqual(801);
});
