import { type Datasets, writeCsv, writeJsonFile } from '../datasets.ts';
import { bool, dict, float, int, list, statistics, str } from '../extras.ts';
import { fieldPicture } from '../pictures.ts';
import type { DemoRecord } from '../record.ts';

type Grid = { width: number; height: number; values: number[] };

/** Side of a cell of the survey, in metres. */
const CELL = 10;

const SHARED = { license: null, visibility: 'public', tags: ['auckland', 'elevation', 'volcano'] } as const;

/** The shape of Maunga Whau as surveyed, and the slopes that were computed from it. */
export async function volcano(data: Datasets): Promise<DemoRecord[]> {
  const grid = await data.json<Grid>('volcano.json');
  return [survey(grid), slopes(grid)];
}

function survey(grid: Grid): DemoRecord {
  const { width, height, values } = grid;
  const rows = Array.from({ length: height }, (_, y) =>
    Object.fromEntries(Array.from({ length: width }, (_, x) => [`x${x * CELL}`, values[y * width + x] ?? null])),
  );
  return {
    ...SHARED,
    identifier: 'maunga-whau-elevation',
    title: 'Elevation of Maunga Whau (Mount Eden)',
    type: 'measurement',
    description: `Heights above sea level on a grid of ${width} × ${height} points, ${CELL} m apart, read from a map.`,
    extras: [
      dict('grid', [
        int('columns', width),
        int('rows', height),
        float('spacing', CELL, 'm'),
        list('extent', [int('', (width - 1) * CELL, 'm'), int('', (height - 1) * CELL, 'm')]),
      ]),
      dict('place', [
        str('name', 'Maunga Whau', { term: 'http://rs.tdwg.org/dwc/terms/locality' }),
        float('latitude', -36.877, '°'),
        float('longitude', 174.764, '°'),
      ]),
      statistics('elevation', values, 'm'),
      bool('crater visible', true),
    ],
    files: [
      { name: 'elevation.png', description: 'Bright is high.', content: fieldPicture(values, width, 8) },
      { name: 'elevation.csv', description: 'Heights in m; columns by distance in m.', content: writeCsv(rows) },
    ],
  };
}

function slopes({ width, height, values }: Grid): DemoRecord {
  const at = (x: number, y: number) => values[y * width + x] as number;
  const inner = { width: width - 2, height: height - 2 };
  const slope = Array.from({ length: inner.width * inner.height }, (_, i) => {
    const [x, y] = [(i % inner.width) + 1, Math.floor(i / inner.width) + 1];
    const [dx, dy] = [at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1)];
    return (Math.atan(Math.hypot(dx, dy) / (2 * CELL)) * 180) / Math.PI;
  });
  return {
    ...SHARED,
    tags: ['auckland', 'slope', 'volcano'],
    identifier: 'maunga-whau-slope',
    title: 'Slopes of Maunga Whau',
    type: 'simulation',
    description: [
      'Computed from the elevation by central differences:',
      '',
      '$$\\alpha = \\arctan \\sqrt{\\left(\\frac{\\partial h}{\\partial x}\\right)^2 + \\left(\\frac{\\partial h}{\\partial y}\\right)^2}$$',
    ].join('\n'),
    extras: [
      dict('method', [
        str('scheme', 'central differences', {
          validation: { options: ['central differences', 'Horn', 'Zevenbergen'] },
        }),
        float('spacing', CELL, 'm'),
        str('input', 'maunga-whau-elevation', { description: 'Identifier of the record with the elevation.' }),
      ]),
      statistics('slope', slope, '°'),
    ],
    files: [
      { name: 'slope.png', description: 'Bright is steep.', content: fieldPicture(slope, inner.width, 8) },
      {
        name: 'slope.json',
        description: 'Degrees, row by row.',
        content: writeJsonFile({ ...inner, values: slope.map((value) => Math.round(value * 100) / 100) }),
      },
    ],
  };
}
