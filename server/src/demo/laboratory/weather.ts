import { column, type Datasets, groupBy, type Row, writeCsv } from '../datasets.ts';
import { bool, date, dict, float, int, list, round, statistics, str } from '../extras.ts';
import { scatterPicture } from '../pictures.ts';
import { type DemoRecord, slug } from '../record.ts';

const CF = 'http://vocab.nerc.ac.uk/standard_name/';
const STATIONS: Readonly<Record<string, { latitude: number; longitude: number; height: number }>> = {
  Seattle: { latitude: 47.45, longitude: -122.31, height: 112 },
  'New York': { latitude: 40.78, longitude: -73.97, height: 42 },
};

/** Daily weather of two stations: a record for each year. Those of the last year are still private. */
export async function weather(data: Datasets): Promise<DemoRecord[]> {
  const days = await data.csv('weather.csv');
  return groupBy(days, (day) => `${day.location} ${String(day.date).slice(0, 4)}`).map(([, year]) => stationYear(year));
}

function stationYear(days: readonly Row[]): DemoRecord {
  const location = String(days[0]?.location);
  const year = String(days[0]?.date).slice(0, 4);
  const station = STATIONS[location] as { latitude: number; longitude: number; height: number };
  const rain = column(days, 'precipitation');
  const sky = groupBy(days, (day) => String(day.weather));
  const total = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const months = groupBy(days, (day) => String(day.date).slice(5, 7)).map(([month, rows]) => {
    const warmest = Math.max(...column(rows, 'temp_max'));
    return `| ${month} | ${total(column(rows, 'precipitation')).toFixed(1)} | ${warmest.toFixed(1)} |`;
  });
  const curve = (name: string) => column(days, name).map((value, at): [number, number] => [at, value]);
  return {
    identifier: slug('weather', location, year),
    title: `Daily weather of ${location}, ${year}`,
    type: 'measurement',
    license: 'CC-PDDC',
    visibility: year === '2015' ? 'private' : 'public',
    tags: ['meteorology', 'time series', slug(location), year],
    description: [
      `Precipitation, temperature and wind at the station of ${location}, one line a day.`,
      '',
      '| Month | Precipitation (mm) | Warmest (°C) |',
      '|---|---:|---:|',
      ...months,
      '',
      'Mean temperatures are $\\bar T = \\tfrac{1}{2}(T_{max} + T_{min})$.',
    ].join('\n'),
    extras: [
      dict('station', [
        str('name', location),
        float('latitude', station.latitude, '°', { validation: { range: { min: -90, max: 90 } } }),
        float('longitude', station.longitude, '°', { validation: { range: { min: -180, max: 180 } } }),
        int('height above sea level', station.height, 'm', { term: `${CF}height_above_mean_sea_level/` }),
        bool('automatic', true),
      ]),
      dict('period', [date('start', `${year}-01-01`), date('end', `${year}-12-31`), int('days', days.length, 'd')]),
      dict('results', [
        float('total precipitation', round(total(rain)), 'mm', { term: `${CF}precipitation_amount/` }),
        int('days with precipitation', rain.filter((value) => value > 0).length, 'd'),
        statistics('highest temperature', column(days, 'temp_max'), '°C', { term: `${CF}air_temperature/` }),
        statistics('lowest temperature', column(days, 'temp_min'), '°C', { term: `${CF}air_temperature/` }),
        statistics('wind speed', column(days, 'wind'), 'm/s', { term: `${CF}wind_speed/` }),
      ]),
      list(
        'sky',
        sky.map(([name, rows]) => dict('', [str('weather', name), int('days', rows.length, 'd')])),
      ),
    ],
    files: [
      { name: `${slug(location)}-${year}.csv`, description: 'One line a day.', content: writeCsv(days) },
      {
        name: 'temperatures.png',
        description: 'Highest and lowest temperature of each day.',
        content: scatterPicture(curve('temp_min'), curve('temp_max')),
      },
    ],
  };
}
