import { column, type Datasets, groupBy, type Row, writeCsv, writeJsonFile } from '../datasets.ts';
import { bool, date, dict, float, int, statistics, str } from '../extras.ts';
import { fieldPicture, scatterPicture } from '../pictures.ts';
import type { DemoRecord } from '../record.ts';

const CF = 'http://vocab.nerc.ac.uk/standard_name/';

/** Carbon dioxide by decade, the temperature of the Earth, its precipitation, and the normals of one station. */
export async function climate(data: Datasets): Promise<DemoRecord[]> {
  const months = await data.csv('co2-concentration.csv');
  const decades = groupBy(months, (month) => `${String(month.Date).slice(0, 3)}0`);
  return [
    ...decades.map(([decade, rows]) => carbonDioxide(decade, rows)),
    temperature(await data.csv('global-temp.csv')),
    precipitation(await data.json<Grid>('annual-precip.json')),
    normals(await data.csv('seattle-weather-hourly-normals.csv')),
  ];
}

function carbonDioxide(decade: string, months: readonly Row[]): DemoRecord {
  const values = column(months, 'CO2');
  const years = months.length / 12;
  const growth = ((values.at(-1) ?? 0) - (values[0] ?? 0)) / years;
  return {
    identifier: `co2-mauna-loa-${decade}`,
    title: `Carbon dioxide at Mauna Loa, the ${decade}s`,
    type: 'measurement',
    license: 'CC-BY-4.0',
    visibility: 'public',
    tags: ['atmosphere', 'carbon dioxide', 'time series'],
    description: [
      `Monthly means of the mole fraction of CO₂ in dry air at Mauna Loa, ${months.length} months.`,
      '',
      '$$c(t) = c_0 + g\\,t + A \\cos(2\\pi t - \\varphi)$$',
      '',
      `Over these years the growth $g$ was about **${growth.toFixed(2)} ppm a year**.`,
    ].join('\n'),
    extras: [
      dict('observatory', [
        str('name', 'Mauna Loa Observatory'),
        float('latitude', 19.536, '°'),
        float('longitude', -155.576, '°'),
        int('height above sea level', 3397, 'm'),
      ]),
      dict('period', [date('start', String(months[0]?.Date)), date('end', String(months.at(-1)?.Date))]),
      statistics('mole fraction', values, 'ppm', { term: `${CF}mole_fraction_of_carbon_dioxide_in_air/` }),
      float('growth', Math.round(growth * 100) / 100, 'ppm/a'),
      str('source', 'https://scrippsco2.ucsd.edu/data/atmospheric_co2/primary_mlo_co2_record', {
        validation: { iri: true },
      }),
    ],
    files: [
      {
        name: `co2-${decade}s.csv`,
        description: 'Month, measured and seasonally adjusted value in ppm.',
        content: writeCsv(months),
      },
      {
        name: `co2-${decade}s.png`,
        description: 'Measured and adjusted values.',
        content: scatterPicture(
          values.map((value, at) => [at, value]),
          column(months, 'adjusted CO2').map((value, at) => [at, value]),
        ),
      },
    ],
  };
}

function temperature(years: readonly Row[]): DemoRecord {
  const values = column(years, 'temp');
  return {
    identifier: 'global-temperature',
    title: `Global surface temperature, ${years[0]?.year} to ${years.at(-1)?.year}`,
    type: 'analysis',
    license: 'CC-PDDC',
    visibility: 'public',
    tags: ['climate', 'temperature', 'time series'],
    description:
      'Land-ocean temperature index: how much warmer each year was than the mean of 1951 to 1980, $\\Delta T = T - \\bar T$.',
    extras: [
      dict('method', [
        str('product', 'GISTEMP'),
        bool('land and sea', true),
        dict('reference', [int('first year', 1951), int('last year', 1980)]),
      ]),
      statistics('anomaly', values, 'K', { description: 'A difference of temperatures.' }),
    ],
    files: [
      { name: 'anomalies.csv', description: 'Year and anomaly in K.', content: writeCsv(years) },
      {
        name: 'anomalies.png',
        description: 'Anomaly of each year.',
        content: scatterPicture(years.map((row) => [Number(row.year), Number(row.temp)])),
      },
    ],
  };
}

type Grid = { width: number; height: number; values: number[] };

function precipitation(grid: Grid): DemoRecord {
  return {
    identifier: 'precipitation-2016',
    title: 'Precipitation of the Earth in 2016',
    type: 'simulation',
    license: 'CC-PDM-1.0',
    visibility: 'public',
    tags: ['climate', 'forecast', 'grid', 'precipitation'],
    description: `A grid of ${grid.width} × ${grid.height} cells of one degree from the forecast system **CFSv2**.`,
    extras: [
      dict('model', [str('name', 'CFSv2'), str('operator', 'NOAA Climate Prediction Center')]),
      dict('grid', [
        int('columns', grid.width),
        int('rows', grid.height),
        float('resolution', 1, '°'),
        float('northern edge', 87, '°'),
      ]),
      date('year', '2016-01-01'),
      statistics('precipitation', grid.values, 'mm', { term: `${CF}precipitation_amount/` }),
    ],
    files: [
      {
        name: 'precipitation.png',
        description: 'The grid, north up.',
        content: fieldPicture(grid.values, grid.width, 3),
      },
      { name: 'precipitation.json', description: 'Size and values, row by row.', content: writeJsonFile(grid) },
    ],
  };
}

function normals(hours: readonly Row[]): DemoRecord {
  return {
    identifier: 'seattle-hourly-normals',
    title: 'Hourly climate normals of Seattle, 1981 to 2010',
    type: 'analysis',
    license: 'CC-PDDC',
    visibility: 'private',
    tags: ['climate', 'meteorology', 'seattle'],
    description:
      'What each hour of the year is like in the mean of thirty years. *Draft: units of the wind to be checked.*',
    extras: [
      dict('reference', [int('first year', 1981), int('last year', 2010)]),
      statistics('pressure', column(hours, 'pressure'), 'hPa', { term: `${CF}air_pressure/` }),
      statistics('temperature', column(hours, 'temperature'), '°C', { term: `${CF}air_temperature/` }),
      statistics('wind speed', column(hours, 'wind'), 'm/s', { term: `${CF}wind_speed/` }),
      str('reviewed by', null, { description: 'Nobody yet.' }),
    ],
    files: [{ name: 'normals.csv', description: 'One line an hour.', content: writeCsv(hours) }],
  };
}
