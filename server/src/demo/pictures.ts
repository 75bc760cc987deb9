import { encode } from 'fast-png';

type Colour = readonly [number, number, number];

// Viridis, at equal distances: even to the eye, and told apart by the colour-blind.
const PALETTE: readonly Colour[] = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
];
const MARKS: readonly Colour[] = [
  [31, 119, 180],
  [213, 94, 0],
  [0, 128, 96],
];
const WHITE: Colour = [255, 255, 255];
const GRID: Colour = [225, 229, 234];

/** The colour of a share from 0 to 1. */
function shade(share: number): Colour {
  const place = Math.min(Math.max(share, 0), 1) * (PALETTE.length - 1);
  const at = Math.min(Math.floor(place), PALETTE.length - 2);
  const [from, to] = [PALETTE[at], PALETTE[at + 1]] as [Colour, Colour];
  const mix = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * (place - at));
  return [mix(0), mix(1), mix(2)];
}

function bounds(values: readonly number[]): [number, number] {
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return low < high ? [low, high] : [low - 1, high + 1];
}

function draw(width: number, height: number, colourAt: (x: number, y: number) => Colour): Uint8Array {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(colourAt(x, y), (y * width + x) * 3);
  }
  return encode({ width, height, data, channels: 3, depth: 8 });
}

/**
 * A grid of values as a PNG, dark for low and bright for high.
 * @param values rows from the top, each from the left.
 * @param scale side of a value's square in pixels.
 */
export function fieldPicture(values: readonly number[], width: number, scale: number): Uint8Array {
  const [low, high] = bounds(values);
  const height = values.length / width;
  const value = (x: number, y: number) => values[Math.floor(y / scale) * width + Math.floor(x / scale)] ?? low;
  return draw(width * scale, height * scale, (x, y) => shade((value(x, y) - low) / (high - low)));
}

type Point = readonly [number, number];

/** Series of points as a PNG of 720 × 480, one colour a series, with lines at the tenths of both axes. */
export function scatterPicture(...series: readonly (readonly Point[])[]): Uint8Array {
  const [width, height, margin, radius] = [720, 480, 24, 3];
  const all = series.flat();
  const [left, right] = bounds(all.map(([x]) => x));
  const [bottom, top] = bounds(all.map(([, y]) => y));
  const pixels = new Map<number, Colour>();
  for (const [i, points] of series.entries()) {
    const colour = MARKS[i % MARKS.length] as Colour;
    for (const [x, y] of points) {
      const cx = Math.round(margin + ((x - left) / (right - left)) * (width - 2 * margin));
      const cy = Math.round(height - margin - ((y - bottom) / (top - bottom)) * (height - 2 * margin));
      for (let dy = -radius; dy <= radius; dy++) {
        for (let dx = -radius; dx <= radius; dx++) {
          if (dx * dx + dy * dy <= radius * radius) pixels.set((cy + dy) * width + cx + dx, colour);
        }
      }
    }
  }
  const onGrid = (at: number, size: number) => (at - margin) % Math.round((size - 2 * margin) / 10) === 0;
  return draw(
    width,
    height,
    (x, y) => pixels.get(y * width + x) ?? (onGrid(x, width) || onGrid(y, height) ? GRID : WHITE),
  );
}
