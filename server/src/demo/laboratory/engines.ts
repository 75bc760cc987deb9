import { column, type Datasets, groupBy, type Row, writeCsv } from '../datasets.ts';
import { bool, date, dict, int, statistics, str } from '../extras.ts';
import { scatterPicture } from '../pictures.ts';
import { type DemoRecord, slug } from '../record.ts';

/** Litres for 100 km at one mile a US gallon. */
const LITRES = 235.214583;
const KILOGRAMS = 0.45359237;
const CUBIC_CENTIMETRES = 16.387064;

/** Consumption of cars from 1970 to 1982: a record for each region they were made in. The oldest data are private. */
export async function engines(data: Datasets): Promise<DemoRecord[]> {
  const cars = await data.json<Row[]>('cars.json');
  return groupBy(cars, (car) => String(car.Origin)).map(([origin, group]) => region(origin, group));
}

function region(origin: string, cars: readonly Row[]): DemoRecord {
  const known = cars.filter((car) => typeof car.Miles_per_Gallon === 'number');
  const litres = known.map((car) => LITRES / Number(car.Miles_per_Gallon));
  const scaled = (name: string, factor: number) => column(cars, name).map((value) => value * factor);
  return {
    identifier: slug('engines', origin),
    title: `Fuel consumption of cars made in ${origin}, 1970 to 1982`,
    type: 'measurement',
    license: null,
    visibility: origin === 'USA' ? 'private' : 'public',
    tags: ['cars', 'engines', 'fuel consumption', slug(origin)],
    description: [
      `${cars.length} cars on the test bench. The source gives miles a gallon; here consumption is`,
      '$C = 235.2 / m$ in litres for 100 km.',
    ].join(' '),
    extras: [
      dict('specimens', [int('cars', cars.length), int('with known consumption', known.length), str('origin', origin)]),
      dict('period', [date('start', '1970-01-01'), date('end', '1982-12-31')]),
      statistics('displacement', scaled('Displacement', CUBIC_CENTIMETRES), 'cm³'),
      statistics('power', column(cars, 'Horsepower'), 'hp', { description: 'Where it is known.' }),
      statistics('mass', scaled('Weight_in_lbs', KILOGRAMS), 'kg'),
      statistics('consumption', litres, 'l', { description: 'For 100 km.' }),
      statistics('acceleration', column(cars, 'Acceleration'), 's', { description: 'From 0 to 60 mph.' }),
      bool('converted from imperial units', true),
    ],
    files: [
      { name: 'cars.csv', description: 'As in the source, in imperial units.', content: writeCsv(cars) },
      {
        name: 'mass-and-consumption.png',
        description: 'Litres for 100 km over mass in kg.',
        content: scatterPicture(known.map((car, at) => [Number(car.Weight_in_lbs) * KILOGRAMS, litres[at] ?? 0])),
      },
    ],
  };
}
