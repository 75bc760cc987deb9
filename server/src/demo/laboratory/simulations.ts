import { column, type Datasets, type Row, writeCsv } from '../datasets.ts';
import { dict, float, int, statistics, str } from '../extras.ts';
import { fieldPicture, scatterPicture } from '../pictures.ts';
import type { DemoRecord } from '../record.ts';

const SHARED = { license: 'BSD-3-Clause', type: 'simulation' } as const;

/** A simulated wind field, and two samples of random numbers. */
export async function simulations(data: Datasets): Promise<DemoRecord[]> {
  return [
    wind(await data.csv('windvectors.csv')),
    sample('normal', await data.json<Row[]>('normal-2d.json')),
    sample('uniform', await data.json<Row[]>('uniform-2d.json')),
  ];
}

function wind(cells: readonly Row[]): DemoRecord {
  const north = cells.toSorted(
    (a, b) => Number(b.latitude) - Number(a.latitude) || Number(a.longitude) - Number(b.longitude),
  );
  const columns = new Set(column(cells, 'longitude')).size;
  return {
    ...SHARED,
    identifier: 'wind-europe',
    title: 'Wind over north-western Europe',
    visibility: 'public',
    tags: ['grid', 'meteorology', 'wind'],
    description: [
      `Speed $v$ and direction $\\theta$ of the wind in ${cells.length} cells; the components are`,
      '$u = -v \\sin\\theta$ to the east and $w = -v \\cos\\theta$ to the north.',
    ].join(' '),
    extras: [
      dict('grid', [int('columns', columns), int('cells', cells.length), float('resolution', 0.25, '°')]),
      statistics('wind speed', column(cells, 'speed'), 'm/s', {
        term: 'http://vocab.nerc.ac.uk/standard_name/wind_speed/',
      }),
      statistics('direction', column(cells, 'dir'), '°'),
    ],
    files: [
      { name: 'wind.csv', description: 'One line a cell.', content: writeCsv(cells) },
      { name: 'speed.png', description: 'Speed, north up.', content: fieldPicture(column(north, 'speed'), columns, 8) },
    ],
  };
}

function sample(distribution: 'normal' | 'uniform', rows: readonly Row[]): DemoRecord {
  return {
    ...SHARED,
    identifier: `random-${distribution}`,
    title: `Random points of a ${distribution} distribution`,
    visibility: 'private',
    tags: ['random numbers', 'statistics'],
    description: 'Input for tests of estimators; not for publication.',
    extras: [
      str('distribution', distribution, { validation: { options: ['normal', 'uniform'] } }),
      int('dimensions', 2),
      int('seed', null, null, { description: 'Not recorded.' }),
      statistics('u', column(rows, 'u'), null),
      statistics('v', column(rows, 'v'), null),
    ],
    files: [
      { name: 'points.csv', description: 'Coordinates u and v.', content: writeCsv(rows) },
      {
        name: 'points.png',
        description: 'All points.',
        content: scatterPicture(rows.map((row) => [Number(row.u), Number(row.v)])),
      },
    ],
  };
}
